package dev.curlew.api.conversation;

import dev.curlew.store.chat.SeqUserStore.Position;
import java.util.List;

/**
 * What a reader saw just now.
 *
 * @param from first number of the run
 * @param to last number of it
 * @param single messages above it
 * @param named those the device named, as it named them
 */
public record ReadAdvance(long from, long to, List<Long> single, List<Long> named) {

    /** Less what had been seen before, also by another device just now. */
    public ReadAdvance since(Position before) {
        List<Long> fresh = single.stream().filter(seq -> !before.hasSeen(seq)).toList();
        return new ReadAdvance(before.seenSeq() + 1, to, fresh, named);
    }

    public boolean isNothing() {
        return from > to && single.isEmpty();
    }
}

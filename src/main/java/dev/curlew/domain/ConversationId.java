package dev.curlew.domain;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A conversation's name: {@code si_{a}_{b}} with {@code a < b} for single chats. Both sides derive the same id.
 */
public record ConversationId(String value, long lowUid, long highUid) {

    public static final int SINGLE = 1;

    private static final Pattern SINGLE_FORM = Pattern.compile("si_([1-9][0-9]{0,18})_([1-9][0-9]{0,18})");

    public static ConversationId single(long oneUid, long otherUid) {
        long low = Math.min(oneUid, otherUid);
        long high = Math.max(oneUid, otherUid);
        return new ConversationId("si_" + low + "_" + high, low, high);
    }

    /** Empty when the text is not the canonical form of a single chat between two different users. */
    public static Optional<ConversationId> parse(String text) {
        Matcher matcher = SINGLE_FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            long low = Long.parseLong(matcher.group(1));
            long high = Long.parseLong(matcher.group(2));
            return low < high ? Optional.of(new ConversationId(text, low, high)) : Optional.empty();
        } catch (NumberFormatException outOfRange) {
            return Optional.empty();
        }
    }

    public boolean hasMember(long uid) {
        return uid == lowUid || uid == highUid;
    }

    public long peerOf(long uid) {
        return uid == lowUid ? highUid : lowUid;
    }

    @Override
    public String toString() {
        return value;
    }
}

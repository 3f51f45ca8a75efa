package dev.curlew.api.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.api.history.HistoryReader.Reader;
import dev.curlew.api.history.HistoryReader.Slot;
import dev.curlew.api.history.PageRequest.Span;
import dev.curlew.api.history.PageRequest.Spans;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.HistoryPage;
import dev.curlew.store.ConversationIndex;
import dev.curlew.store.GroupAudience.Stay;
import dev.curlew.store.chat.SeqStore;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** Answers {@code pull}: decides which numbers a page is about, and for each of them says the message or why there is none. */
public final class PageReader {

    private final HistoryReader history;
    private final Positions positions;
    private final SeqStore seqs;
    private final ConversationIndex index;

    public PageReader(HistoryReader history, Positions positions, SeqStore seqs, ConversationIndex index) {
        this.history = history;
        this.positions = positions;
        this.seqs = seqs;
        this.index = index;
    }

    /** @param stay of what time the caller may read the conversation */
    public Future<HistoryPage> read(Caller caller, String id, Stay stay, ObjectNode data) {
        PageRequest request = PageRequest.of(data);
        return Future.all(
                        positions.views(caller.tenant(), caller.uid(), List.of(id)), seqs.numbers(caller.tenant(), id))
                .compose(both -> {
                    View view = both.<Map<String, View>>resultAt(0).get(id);
                    SeqStore.Numbers numbers = both.resultAt(1);
                    long minSeq = Math.max(view.minSeq(), numbers.minSeq());
                    return view.maxSeq() == 0
                            ? nothingYet(caller, id)
                            : page(new Reading(caller, id, stay), request, minSeq, view);
                });
    }

    /** A conversation of two without messages exists only once it is in the caller's list; one of a group as long as the group does. */
    private Future<HistoryPage> nothingYet(Caller caller, String id) {
        HistoryPage empty = new HistoryPage(id, List.of(), 1, 0, List.of(), List.of(), false, 1, 0);
        if (GroupId.ofConversation(id).isPresent()) {
            return Future.succeededFuture(empty);
        }
        String justBefore = id.substring(0, id.length() - 1);
        return index.ids(caller.tenant(), caller.uid(), justBefore, 1).map(found -> {
            if (!found.contains(id)) {
                throw ApiException.notFound("conversation");
            }
            return empty;
        });
    }

    private record Reading(Caller caller, String id, Stay stay) {}

    private Future<HistoryPage> page(Reading reading, PageRequest request, long minSeq, View view) {
        if (request.ranges() != null) {
            return ranges(reading, request.spans(minSeq, view.maxSeq()), minSeq, view);
        }
        Span span = request.span(minSeq, view.maxSeq());
        return slots(reading, view, span).map(slots -> {
            PageBuilder builder = new PageBuilder(reading.caller().uid(), view);
            boolean whole = span.isEmpty()
                    || (request.descending()
                            ? builder.descending(slots, span.from(), span.to())
                            : builder.ascending(slots, span.from(), span.to()));
            long from = request.descending() && !span.isEmpty() ? builder.covered() : span.from();
            long to = request.descending() || span.isEmpty() ? span.to() : builder.covered();
            boolean more = request.descending()
                    ? !span.isEmpty() && (!whole || span.from() > minSeq)
                    : !whole || (!span.isEmpty() && to < view.maxSeq());
            return build(reading.id(), builder, minSeq, view, more, from, to);
        });
    }

    /** Explicit ranges: several runs, ascending; the first that cannot be read ends the page. */
    private Future<HistoryPage> ranges(Reading reading, Spans asked, long minSeq, View view) {
        PageBuilder builder = new PageBuilder(reading.caller().uid(), view);
        Future<Boolean> chain = Future.succeededFuture(true);
        for (Span span : asked.spans()) {
            chain = chain.compose(whole -> whole
                    ? slots(reading, view, span).map(slots -> builder.ascending(slots, span.from(), span.to()))
                    : Future.succeededFuture(false));
        }
        return chain.map(whole -> build(reading.id(), builder, minSeq, view, !whole || asked.cut(), 1, 0));
    }

    /** What was said while the reader was no member is absent. */
    private Future<Map<Long, Slot>> slots(Reading reading, View view, Span span) {
        return history.read(Reader.of(reading.caller(), view), reading.id(), span.from(), span.to())
                .map(slots -> {
                    slots.replaceAll((seq, slot) -> slot instanceof Slot.Visible visible
                                    && !reading.stay()
                                            .includes(visible.stored().message().sendTime())
                            ? new Slot.Absent()
                            : slot);
                    return slots;
                });
    }

    private static HistoryPage build(
            String id, PageBuilder builder, long minSeq, View view, boolean more, long from, long to) {
        return new HistoryPage(
                id, builder.messages(), minSeq, view.maxSeq(), builder.absent(), builder.pending(), more, from, to);
    }
}

package dev.curlew.api.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.api.history.HistoryReader.Reader;
import dev.curlew.api.history.PageRequest.Span;
import dev.curlew.api.history.PageRequest.Spans;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.HistoryPage;
import dev.curlew.store.ConversationIndex;
import dev.curlew.store.mongo.SeqStore;
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

    /** @param id a conversation the caller may read */
    public Future<HistoryPage> read(Caller caller, String id, ObjectNode data) {
        PageRequest request = PageRequest.of(data);
        return Future.all(
                        positions.views(caller.tenant(), caller.uid(), List.of(id)), seqs.numbers(caller.tenant(), id))
                .compose(both -> {
                    View view = both.<Map<String, View>>resultAt(0).get(id);
                    SeqStore.Numbers numbers = both.resultAt(1);
                    long minSeq = Math.max(view.minSeq(), numbers.minSeq());
                    return view.maxSeq() == 0 ? nothingYet(caller, id) : page(caller, id, request, minSeq, view);
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

    private Future<HistoryPage> page(Caller caller, String id, PageRequest request, long minSeq, View view) {
        if (request.ranges() != null) {
            return ranges(caller, id, request.spans(minSeq, view.maxSeq()), minSeq, view);
        }
        Span span = request.span(minSeq, view.maxSeq());
        return history.read(Reader.of(caller, view), id, span.from(), span.to()).map(slots -> {
            PageBuilder builder = new PageBuilder(caller.uid(), view);
            boolean whole = span.isEmpty()
                    || (request.descending()
                            ? builder.descending(slots, span.from(), span.to())
                            : builder.ascending(slots, span.from(), span.to()));
            long from = request.descending() && !span.isEmpty() ? builder.covered() : span.from();
            long to = request.descending() || span.isEmpty() ? span.to() : builder.covered();
            boolean more = request.descending()
                    ? !span.isEmpty() && (!whole || span.from() > minSeq)
                    : !whole || (!span.isEmpty() && to < view.maxSeq());
            return build(id, builder, minSeq, view, more, from, to);
        });
    }

    /** Explicit ranges: several runs, ascending; the first that cannot be read ends the page. */
    private Future<HistoryPage> ranges(Caller caller, String id, Spans asked, long minSeq, View view) {
        PageBuilder builder = new PageBuilder(caller.uid(), view);
        Future<Boolean> chain = Future.succeededFuture(true);
        for (Span span : asked.spans()) {
            chain = chain.compose(whole -> whole
                    ? history.read(Reader.of(caller, view), id, span.from(), span.to())
                            .map(slots -> builder.ascending(slots, span.from(), span.to()))
                    : Future.succeededFuture(false));
        }
        return chain.map(whole -> build(id, builder, minSeq, view, !whole || asked.cut(), 1, 0));
    }

    private static HistoryPage build(
            String id, PageBuilder builder, long minSeq, View view, boolean more, long from, long to) {
        return new HistoryPage(
                id, builder.messages(), minSeq, view.maxSeq(), builder.absent(), builder.pending(), more, from, to);
    }
}

package dev.curlew.api.conversation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.domain.ConversationId;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Line;
import dev.curlew.protocol.ReadMarks;
import dev.curlew.store.change.Announcements;
import dev.curlew.store.change.Announcements.News;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who learns that messages were read: the peer by a receipt, one's own devices, and the messages by their marks. */
public final class ReadNews {

    private static final Logger LOG = LoggerFactory.getLogger(ReadNews.class);

    /** Older ones of a long run are read by the position alone; marking each would cost as much as storing them. */
    private static final int MOST_MARKED = 1_000;

    private final Announcements announcements;
    private final Function<ReadMarks, Future<Void>> marking;

    public ReadNews(Announcements announcements, Function<ReadMarks, Future<Void>> marking) {
        this.announcements = announcements;
        this.marking = marking;
    }

    /** The position is stored already: what cannot be queued is only logged, devices learn of it when they ask. */
    public Future<Void> tell(Caller caller, ConversationId conversation, ReadAdvance advance, View now) {
        long time = System.currentTimeMillis();
        long seen = Math.max(advance.to(), now.own().seenSeq());
        // Single messages above the position leave it where it is, and are news all the same.
        boolean moved = advance.from() <= advance.to();
        Map<Long, News> news = new LinkedHashMap<>();
        news.put(
                conversation.peerOf(caller.uid()),
                new News(
                        moved ? Line.read(caller.uid(), seen) : null,
                        receipt(caller, conversation, advance, seen, time)));
        news.put(
                caller.uid(), new News(moved ? Line.read(caller.uid(), now.readSeq()) : null, sync(conversation, now)));
        return Future.join(
                        announcements
                                .tell(caller.tenant(), conversation.value(), Cause.of(caller), news)
                                .otherwise(failure -> untold(caller, conversation, failure)),
                        mark(caller, conversation, advance, time))
                .mapEmpty();
    }

    private static Void untold(Caller caller, ConversationId conversation, Throwable failure) {
        LOG.atWarn()
                .addKeyValue("tenant", caller.tenant())
                .log("A read position was not announced, conversation {}: {}", conversation, failure.toString());
        return null;
    }

    private Future<Void> mark(Caller caller, ConversationId conversation, ReadAdvance advance, long time) {
        long from = Math.max(advance.from(), advance.to() - MOST_MARKED + 1);
        ReadMarks marks = new ReadMarks(
                caller.tenant(), conversation.value(), caller.uid(), from, advance.to(), advance.single(), time, 0);
        return marking.apply(marks).otherwise(failure -> {
            LOG.atWarn()
                    .addKeyValue("tenant", caller.tenant())
                    .log("Messages were not marked as read, conversation {}: {}", conversation, failure.toString());
            return null;
        });
    }

    private static String receipt(
            Caller caller, ConversationId conversation, ReadAdvance advance, long seen, long time) {
        ObjectNode event = Json.object().put("event", "read_receipt");
        ObjectNode data = event.putObject("data")
                .put("conversation_id", conversation.value())
                .put("uid", caller.uid())
                .put("read_seq", seen);
        if (!advance.named().isEmpty()) {
            ArrayNode seqs = data.putArray("seqs");
            advance.named().forEach(seqs::add);
        }
        data.put("read_time", time);
        return Json.text(event);
    }

    private static String sync(ConversationId conversation, View now) {
        ObjectNode event = Json.object().put("event", "read_sync");
        event.putObject("data")
                .put("conversation_id", conversation.value())
                .put("read_seq", now.readSeq())
                .put("unread", now.unread());
        return Json.text(event);
    }
}

package dev.curlew.store.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Message;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.ReadMarks;
import dev.curlew.store.chat.MessageStore.Stored;
import dev.curlew.store.redis.MessageCache;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Marks messages as read by their recipient (B-074, B-075): {@code is_read}, and the time of reading among what is attached. A message
 * that is not stored yet is come back to; what never gets stored in time is read by the reader's position all the same.
 */
public final class ReadMarker {

    private static final int MOST_TRIES = 5;
    private static final int MOST_ATTACHED = 1_024;
    private static final String READ_TIME = "HasReadTime";

    private final MessageStore messages;
    private final MessageMarks marks;
    private final MessageCache cache;
    private final Function<ReadMarks, Future<Void>> later;

    /** @param later comes back to what is not stored yet */
    public ReadMarker(
            MessageStore messages, MessageMarks marks, MessageCache cache, Function<ReadMarks, Future<Void>> later) {
        this.messages = messages;
        this.marks = marks;
        this.cache = cache;
        this.later = later;
    }

    /** All that a batch asks for in a tenant: the messages are looked up side by side, and marked in one request. */
    public Future<Void> mark(String tenant, List<ReadMarks> reads) {
        List<Future<Map<Long, Stored>>> looks = reads.stream().map(this::find).toList();
        return Future.all(looks).compose(all -> {
            Map<String, Message> marked = new LinkedHashMap<>();
            List<ReadMarks> early = new ArrayList<>();
            for (int i = 0; i < reads.size(); i++) {
                ReadMarks read = reads.get(i);
                Map<Long, Stored> found = looks.get(i).result();
                found.values().stream()
                        .filter(stored -> !stored.read() && stored.message().toUid() == read.reader())
                        .map(Stored::message)
                        .forEach(message -> marked.putIfAbsent(
                                message.serverMsgId(),
                                message.attached(withTime(message.attachedInfo(), read.readTime()))));
                if (found.size() < wanted(read) && read.tries() < MOST_TRIES) {
                    early.add(read);
                }
            }
            return marks.markRead(tenant, marked.values())
                    .compose(done -> cache.update(tenant, marked.values()).otherwiseEmpty())
                    .compose(done -> Future.join(early.stream()
                            .map(read -> later.apply(read.again()))
                            .toList()))
                    .mapEmpty();
        });
    }

    private Future<Map<Long, Stored>> find(ReadMarks read) {
        Future<Map<Long, Stored>> run = read.fromSeq() > read.toSeq()
                ? Future.succeededFuture(Map.of())
                : messages.range(read.tenant(), read.conversationId(), read.fromSeq(), read.toSeq());
        Future<Map<Long, Stored>> single = read.seqs().isEmpty()
                ? Future.succeededFuture(Map.of())
                : messages.find(read.tenant(), read.conversationId(), read.seqs());
        return Future.all(run, single).map(both -> {
            Map<Long, Stored> found = new HashMap<>(run.result());
            found.putAll(single.result());
            return found;
        });
    }

    private static long wanted(ReadMarks read) {
        return Math.max(0, read.toSeq() - read.fromSeq() + 1) + read.seqs().size();
    }

    /** What a client attached stays; a text that is no JSON object, or would become too long, is left alone. */
    static String withTime(String attached, long time) {
        ObjectNode object = attached == null || attached.isBlank() ? Json.object() : parsed(attached);
        if (object == null) {
            return attached;
        }
        JsonNode before = object.get(READ_TIME);
        if (before == null) {
            object.put(READ_TIME, time);
        }
        String merged = Json.text(object);
        return merged.length() > MOST_ATTACHED ? attached : merged;
    }

    private static ObjectNode parsed(String attached) {
        try {
            return Json.parseObject(attached.getBytes(StandardCharsets.UTF_8));
        } catch (ApiException notAnObject) {
            return null;
        }
    }
}

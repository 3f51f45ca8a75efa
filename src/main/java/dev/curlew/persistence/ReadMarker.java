package dev.curlew.persistence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Message;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.ReadMarks;
import dev.curlew.store.kafka.KafkaWriter;
import dev.curlew.store.kafka.Topics;
import dev.curlew.store.mongo.MessageMarks;
import dev.curlew.store.mongo.MessageStore;
import dev.curlew.store.mongo.MessageStore.Stored;
import dev.curlew.store.redis.MessageCache;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Marks messages as read by their recipient (B-074, B-075): {@code is_read}, and the time of reading among what is attached. A message
 * that is not stored yet is come back to; what never gets stored in time is read by the reader's position all the same.
 */
final class ReadMarker {

    private static final int MOST_TRIES = 5;
    private static final int MOST_ATTACHED = 1_024;
    private static final String READ_TIME = "HasReadTime";

    private final MessageStore messages;
    private final MessageMarks marks;
    private final MessageCache cache;
    private final KafkaWriter kafka;

    ReadMarker(MessageStore messages, MessageMarks marks, MessageCache cache, KafkaWriter kafka) {
        this.messages = messages;
        this.marks = marks;
        this.cache = cache;
        this.kafka = kafka;
    }

    Future<Void> mark(ReadMarks read) {
        Future<Map<Long, Stored>> run = read.fromSeq() > read.toSeq()
                ? Future.succeededFuture(Map.of())
                : messages.range(read.tenant(), read.conversationId(), read.fromSeq(), read.toSeq());
        Future<Map<Long, Stored>> single = read.seqs().isEmpty()
                ? Future.succeededFuture(Map.of())
                : messages.find(read.tenant(), read.conversationId(), read.seqs());
        return Future.all(run, single).compose(both -> {
            Map<Long, Stored> found = new HashMap<>(run.result());
            found.putAll(single.result());
            List<Message> marked = new ArrayList<>();
            found.values().forEach(stored -> {
                if (!stored.read() && stored.message().toUid() == read.reader()) {
                    marked.add(
                            stored.message().attached(withTime(stored.message().attachedInfo(), read.readTime())));
                }
            });
            long wanted =
                    Math.max(0, read.toSeq() - read.fromSeq() + 1) + read.seqs().size();
            return marks.markRead(read.tenant(), marked)
                    .compose(done -> cache.update(read.tenant(), marked).otherwiseEmpty())
                    .compose(done -> found.size() < wanted && read.tries() < MOST_TRIES
                            ? again(read)
                            : Future.succeededFuture());
        });
    }

    private Future<Void> again(ReadMarks read) {
        String key = Topics.conversationKey(read.tenant(), read.conversationId());
        return kafka.write(Topics.TO_MONGO, key, read.again());
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

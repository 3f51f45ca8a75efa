package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.MessageJson;
import io.vertx.core.Future;
import java.util.List;

/** Messages of a group that were found by a mark, as the caller sees them: ascending, without those the caller does not. */
final class MarkedMessages {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 200;

    private MarkedMessages() {}

    static int limit(ObjectNode data) {
        return Fields.present(data, "limit") ? (int) Fields.number(data, "limit", 1, LARGEST_LIMIT) : DEFAULT_LIMIT;
    }

    /**
     * The reply: {@code messages}, {@code has_more}, and {@code next_seq} to go on from, the last number looked at.
     *
     * @param found one more than the limit where there are more, in the order in which they were asked for
     */
    static Future<ObjectNode> read(
            GroupDesk groups, Caller caller, GroupId group, View view, List<Long> found, int limit) {
        boolean more = found.size() > limit;
        List<Long> page = more ? found.subList(0, limit) : found;
        List<Long> seen = page.stream().filter(seq -> seq <= view.maxSeq()).toList();
        if (seen.isEmpty()) {
            return Future.succeededFuture(reply(Json.object().putArray("messages"), false, null));
        }
        return groups.stored(caller, group, seen).map(stored -> {
            ArrayNode messages = Json.object().putArray("messages");
            stored.values().stream()
                    .filter(one -> !one.isGoneFor(caller.uid()))
                    .forEach(one -> messages.add(MessageJson.node(one.message(), view.since(caller.uid(), one))));
            boolean goesOn = more && seen.size() == page.size();
            return reply(messages, goesOn, goesOn ? page.get(page.size() - 1) : null);
        });
    }

    private static ObjectNode reply(ArrayNode messages, boolean more, Long next) {
        ObjectNode reply = Json.object();
        reply.set("messages", messages);
        return reply.put("has_more", more).put("next_seq", next);
    }
}

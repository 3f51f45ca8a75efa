package dev.curlew.sequencer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Line;
import dev.curlew.protocol.MessageJson;
import dev.curlew.protocol.PushBatch.Push;
import dev.curlew.store.notice.Notice;
import java.util.ArrayList;
import java.util.List;

/**
 * What members of a group are told when its notification has its number: the message, and the {@code group} event, which says the same in
 * short. One record carries both, so neither comes without the other.
 */
final class GroupNews {

    private GroupNews() {}

    static GroupPush of(GroupId group, Message notice) {
        ObjectNode content = Json.read(notice.content(), ObjectNode.class);
        List<Long> concerned = new ArrayList<>();
        content.withArray("target_uids").forEach(uid -> concerned.add(uid.longValue()));
        // Nobody's doing: whoever muted the group's messages still has to know whether they are in it.
        Push message =
                new Push(notice.conversationId(), notice.seq(), 0, Cause.NONE, null, MessageJson.event(notice), null);
        Push event = new Push(
                notice.conversationId(), 0, 0, Cause.NONE, Line.change(notice.seq()), event(group, content), null);
        return new GroupPush(
                notice.tenant(),
                group.value(),
                List.of(message, event),
                concerned,
                notice.contentType() == Notice.GROUP_DISSOLVED);
    }

    private static String event(GroupId group, ObjectNode content) {
        ObjectNode event = Json.object();
        event.put("event", "group");
        ObjectNode data = event.putObject("data");
        data.put("topic", group.topic());
        for (String field : List.of("kind", "uid", "target_uids", "version")) {
            JsonNode value = content.get(field);
            if (value != null) {
                data.set(field, value);
            }
        }
        return Json.text(event);
    }
}

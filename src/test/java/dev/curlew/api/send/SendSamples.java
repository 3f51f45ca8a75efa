package dev.curlew.api.send;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Message;
import dev.curlew.domain.MessageIds;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.Map;

/** Sends as tests need them, from user 1 to user 2 of tenant demo. */
final class SendSamples {

    private SendSamples() {}

    static Message message(String clientMsgId) {
        return new Message(
                "demo",
                "si_1_2",
                1,
                0,
                clientMsgId,
                MessageIds.serverMsgId("demo", "si_1_2", 1, clientMsgId),
                1,
                2,
                "Alice",
                "",
                5,
                100,
                101,
                "{\"text\":\"hello\"}",
                "hash",
                1_000,
                1_000,
                Map.of(),
                List.of(),
                false,
                null,
                null,
                null,
                null,
                null);
    }

    static ObjectNode text(long toUid, String clientMsgId) {
        ObjectNode data = Json.object()
                .put("to_uid", toUid)
                .put("client_msg_id", clientMsgId)
                .put("content_type", 101);
        data.putObject("content").put("text", "hello " + clientMsgId);
        return data;
    }
}

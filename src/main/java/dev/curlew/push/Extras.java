package dev.curlew.push;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import dev.curlew.push.PushProvider.Content;

/** What the app reads of a reminder to know what to pull; the same with every provider. */
final class Extras {

    private static final String SINGLE_MESSAGE = "single_message";

    private Extras() {}

    static ObjectNode of(Content content) {
        ObjectNode extras = Json.object();
        extras.put("type", SINGLE_MESSAGE);
        extras.put("tenant_id", content.tenant());
        extras.put("conversation_id", content.conversationId());
        extras.put("seq", content.seq());
        extras.put("send_uid", content.sendUid());
        if (content.ex() != null) {
            extras.put("ex", content.ex());
        }
        return extras;
    }
}

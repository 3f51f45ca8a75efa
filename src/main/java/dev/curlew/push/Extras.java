package dev.curlew.push;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import dev.curlew.push.PushProvider.Content;

/** What the app reads of a reminder to know what to pull; the same with every provider. Of a group it is the topic and number, no more. */
final class Extras {

    private static final String SINGLE_MESSAGE = "single_message";
    private static final String GROUP_MESSAGE = "group_message";

    private Extras() {}

    static ObjectNode of(Content content) {
        ObjectNode extras = Json.object();
        content.topic()
                .ifPresentOrElse(
                        topic -> extras.put("type", GROUP_MESSAGE)
                                .put("topic", topic)
                                .put("seq", content.seq())
                                .put("tenant_id", content.tenant()),
                        () -> extras.put("type", SINGLE_MESSAGE)
                                .put("tenant_id", content.tenant())
                                .put("conversation_id", content.conversationId())
                                .put("seq", content.seq())
                                .put("send_uid", content.sendUid()));
        if (content.ex() != null) {
            extras.put("ex", content.ex());
        }
        return extras;
    }
}

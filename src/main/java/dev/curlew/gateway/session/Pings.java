package dev.curlew.gateway.session;

import dev.curlew.gateway.delivery.ChangeChecks;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** {@code ping}: the server's time, and what this session has not been sent or pulled up to. */
public final class Pings {

    private final ChangeChecks changes;

    public Pings(ChangeChecks changes) {
        this.changes = changes;
    }

    Future<?> ping(Session session) {
        return changes.missing(session).map(missing -> {
            List<Object> conversations = new ArrayList<>();
            missing.forEach((conversation, seq) -> conversations.add(Json.object()
                    .put("conversation_id", conversation)
                    .put("max_seq", seq)
                    .put("version", 0)));
            return Json.object().put("server_time", System.currentTimeMillis()).putPOJO("conversations", conversations);
        });
    }
}

package dev.curlew.gateway.session;

import dev.curlew.gateway.delivery.ChangeChecks;
import dev.curlew.gateway.socket.Outbox;
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
            missing.forEach((conversation, standing) -> conversations.add(Outbox.entry(conversation, standing)));
            return Json.object().put("server_time", System.currentTimeMillis()).putPOJO("conversations", conversations);
        });
    }
}

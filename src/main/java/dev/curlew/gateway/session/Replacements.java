package dev.curlew.gateway.session;

import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.NodeCommand;
import dev.curlew.store.SessionDirectory.SessionRef;
import dev.curlew.store.UserKey;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the sessions that a newer login replaces, on whichever node they are. */
public final class Replacements {

    private static final Logger log = LoggerFactory.getLogger(Replacements.class);
    private static final int REPLACED = 4409;
    private static final int TRIES = 3;
    private static final DeliveryOptions WAIT = new DeliveryOptions().setSendTimeout(2_000);

    private final Vertx vertx;
    private final String nodeId;
    private final SessionRegistry registry;

    public Replacements(Vertx vertx, String nodeId, SessionRegistry registry) {
        this.vertx = vertx;
        this.nodeId = nodeId;
        this.registry = registry;
    }

    void end(UserKey user, List<SessionRef> replaced, String by) {
        Map<String, List<String>> byNode = new HashMap<>();
        for (SessionRef ref : replaced) {
            if (!ref.sessionId().equals(by)) {
                byNode.computeIfAbsent(ref.nodeId(), node -> new ArrayList<>()).add(ref.sessionId());
            }
        }
        byNode.forEach((node, sessions) -> {
            NodeCommand.Kick kick =
                    new NodeCommand.Kick(user.tenant(), user.uid(), sessions, REPLACED, "replaced by a newer login");
            if (node.equals(nodeId)) {
                here(kick);
            } else {
                there(node, kick, 1);
            }
        });
    }

    /** Ends those of the sessions that are on this node; true when there was one. */
    public boolean here(NodeCommand.Kick kick) {
        boolean any = false;
        for (String id : kick.sessionIds()) {
            Session session = registry.session(id);
            Session.Login login = session == null ? null : session.login();
            if (login != null && login.user().equals(new UserKey(kick.tenant(), kick.uid()))) {
                session.run(live -> live.kick(kick.closeCode(), kick.reason()));
                any = true;
            }
        }
        return any;
    }

    private void there(String node, NodeCommand.Kick kick, int attempt) {
        vertx.eventBus().request(BusAddresses.control(node), kick, WAIT).onFailure(failure -> {
            if (attempt < TRIES) {
                vertx.setTimer(1_000L * attempt, timer -> there(node, kick, attempt + 1));
            } else {
                log.warn("A replaced session was not reached, node {}: {}", node, failure.getMessage());
            }
        });
    }
}

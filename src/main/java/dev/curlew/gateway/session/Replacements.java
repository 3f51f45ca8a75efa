package dev.curlew.gateway.session;

import dev.curlew.api.auth.ReplacedLogins;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.NodeCommand;
import dev.curlew.store.PresenceDirectory.Entry;
import dev.curlew.store.PresenceDirectory.Live;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import dev.curlew.store.PresenceDirectory.Replaced;
import dev.curlew.store.SessionDirectory.SessionRef;
import dev.curlew.store.UserKey;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the sessions that a newer login replaces, on whichever node they are, and where the tenant allows no second login
 * their tokens too. A node that cannot be reached learns of it from Redis with its next sign of life.
 */
public final class Replacements {

    private static final Logger log = LoggerFactory.getLogger(Replacements.class);
    private static final int REPLACED = 4409;
    private static final String REASON = "replaced by a newer login";
    private static final int TRIES = 3;
    /** About a minute: as long as Redis remembers at least. */
    private static final int REVOKE_TRIES = 7;

    private static final DeliveryOptions WAIT = new DeliveryOptions().setSendTimeout(2_000);

    private final Vertx vertx;
    private final String nodeId;
    private final SessionRegistry registry;
    private final ReplacedLogins logins;

    public Replacements(Vertx vertx, String nodeId, SessionRegistry registry, ReplacedLogins logins) {
        this.vertx = vertx;
        this.nodeId = nodeId;
        this.registry = registry;
        this.logins = logins;
    }

    /** @param by the session that was written last */
    public void end(Entry by, List<Live> replaced, LoginPolicy policy) {
        UserKey user = by.user();
        Map<String, List<String>> byNode = new HashMap<>();
        Set<String> tokens = new LinkedHashSet<>();
        for (Live live : replaced) {
            SessionRef ref = live.session();
            byNode.computeIfAbsent(ref.nodeId(), node -> new ArrayList<>()).add(ref.sessionId());
            if (policy != LoginPolicy.ALL && !live.tokenId().equals(by.live().tokenId())) {
                tokens.add(live.tokenId());
            }
        }
        if (!tokens.isEmpty()) {
            revoke(user, List.copyOf(tokens), 1);
        }
        byNode.forEach((node, sessions) -> {
            NodeCommand.Kick kick = new NodeCommand.Kick(user.tenant(), user.uid(), sessions, REPLACED, REASON);
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

    /** Redis says that this session of this node was replaced: who did it may have ended before it could say so. */
    public void learned(Replaced replaced) {
        Session session = registry.session(replaced.sessionId());
        if (session == null) {
            return;
        }
        session.run(live -> {
            if (replaced.tokenToo()) {
                revoke(live.login().user(), List.of(live.login().token().tokenId()), 1);
            }
            live.kick(REPLACED, REASON);
        });
    }

    private void revoke(UserKey user, List<String> tokens, int attempt) {
        logins.replaced(user.tenant(), user.uid(), tokens).onFailure(failure -> {
            if (attempt < REVOKE_TRIES) {
                vertx.setTimer(500L << attempt, timer -> revoke(user, tokens, attempt + 1));
            } else {
                log.warn(
                        "Replaced logins keep their tokens, tenant {} uid {}: {}",
                        user.tenant(),
                        user.uid(),
                        failure.getMessage());
            }
        });
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

package dev.curlew.gateway.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.auth.TokenGuard;
import dev.curlew.api.auth.TokenGuard.Verified;
import dev.curlew.api.op.Fields;
import dev.curlew.gateway.delivery.ChangeChecks;
import dev.curlew.gateway.group.Attachments;
import dev.curlew.gateway.presence.PresenceKeeper;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code login} and {@code refresh}: from a connection to a session of a user. */
public final class Logins {

    private static final Logger log = LoggerFactory.getLogger(Logins.class);
    private static final int MOST_TOKEN = 8_192;

    private final TokenGuard guard;
    private final SessionRegistry registry;
    private final PresenceKeeper presence;
    private final ChangeChecks changes;
    private final Attachments attachments;
    private final Function<String, Future<LoginPolicy>> policies;
    private final Terms terms;

    /** What a session is told of this node. */
    public record Terms(String nodeId, long heartbeatMs, int maxFrameBytes) {}

    /** @param policies the login policy of a tenant, as it is now */
    public Logins(
            TokenGuard guard,
            SessionRegistry registry,
            PresenceKeeper presence,
            ChangeChecks changes,
            Attachments attachments,
            Function<String, Future<LoginPolicy>> policies,
            Terms terms) {
        this.guard = guard;
        this.registry = registry;
        this.presence = presence;
        this.changes = changes;
        this.attachments = attachments;
        this.policies = policies;
        this.terms = terms;
    }

    Future<ObjectNode> login(Session session, ObjectNode data) {
        if (session.state() != Session.State.FRESH) {
            throw new ApiException(ErrorCode.BAD_REQUEST, "This socket is logged in.");
        }
        String token = Fields.text(data, "token", MOST_TOKEN);
        Long platform = Fields.optionalNumber(data, "platform", 1, 9);
        String deviceId = deviceId(data);
        boolean batch = Fields.flag(data, "batch", false);
        session.groups().auto(Fields.flag(data, "auto_attach", true));
        return guard.check(token)
                .compose(verified -> {
                    Caller caller = new Caller(
                            verified.tenant(),
                            verified.uid(),
                            platform == null ? verified.platform() : platform.intValue(),
                            verified.tokenId(),
                            session.id());
                    return enter(session, new Session.Login(verified, caller, deviceId), token);
                })
                .map(entered -> {
                    session.outbox().batch(batch);
                    return reply(session);
                })
                .onFailure(failure -> session.backToFresh());
    }

    private Future<Void> enter(Session session, Session.Login login, String token) {
        if (session.state() != Session.State.FRESH) {
            return Future.failedFuture(ApiException.unavailable("The socket was closed."));
        }
        session.loggingIn(login);
        registry.loggedIn(session);
        // A revocation learned of between the check and the entry would have missed the session.
        return guard.check(token)
                .compose(still -> here(session, policies.apply(login.caller().tenant())))
                .compose(policy -> {
                    if (session.state() != Session.State.LOGGING_IN) {
                        return Future.failedFuture(ApiException.unavailable("The socket was closed."));
                    }
                    Future<Void> writing = presence.entered(session, policy);
                    session.entering(writing);
                    return writing;
                })
                .compose(written -> {
                    UserSessions user = registry.user(login.user());
                    return user == null ? Future.succeededFuture() : changes.begin(user);
                })
                .compose(begun -> attachments.begin(session))
                .compose(attached -> {
                    if (session.state() != Session.State.LOGGING_IN) {
                        return Future.failedFuture(ApiException.unavailable("The socket was closed."));
                    }
                    session.opened();
                    log.atDebug()
                            .addKeyValue("tenant", login.caller().tenant())
                            .addKeyValue("uid", login.caller().uid())
                            .log("Login, session: {}", session.id());
                    return Future.<Void>succeededFuture();
                })
                .onFailure(failure -> registry.loggedOut(session, login.user()));
    }

    /** The answer may come on whichever loop asked for the tenants; what follows belongs on the session's. */
    private static <T> Future<T> here(Session session, Future<T> answer) {
        if (answer.isComplete()) {
            return answer;
        }
        Promise<T> back = Promise.promise();
        answer.onComplete(outcome -> session.context().runOnContext(v -> back.handle(outcome)));
        return back.future();
    }

    private ObjectNode reply(Session session) {
        Caller caller = session.login().caller();
        return Json.object()
                .put("uid", caller.uid())
                .put("tenant", caller.tenant())
                .put("session_id", session.id())
                .put("node_id", terms.nodeId())
                .put("heartbeat_ms", terms.heartbeatMs())
                .put("max_frame_bytes", terms.maxFrameBytes())
                .put("server_time", System.currentTimeMillis());
    }

    Future<ObjectNode> refresh(Session session, ObjectNode data) {
        String token = Fields.text(data, "token", MOST_TOKEN);
        return guard.check(token).map(verified -> {
            Session.Login known = session.login();
            Caller caller = known.caller();
            if (verified.uid() != caller.uid() || !verified.tenant().equals(caller.tenant())) {
                throw new ApiException(ErrorCode.UNAUTHENTICATED, "The token is another user's.");
            }
            session.renew(new Session.Login(verified, renewed(caller, verified), known.deviceId()));
            return Json.object().put("expires_at", verified.expiresAt());
        });
    }

    private static Caller renewed(Caller caller, Verified verified) {
        return new Caller(caller.tenant(), caller.uid(), caller.platform(), verified.tokenId(), caller.sessionId());
    }

    private static String deviceId(ObjectNode data) {
        String deviceId = Fields.optionalText(data, "device_id", 128);
        if (deviceId != null && deviceId.chars().anyMatch(Character::isISOControl)) {
            throw ApiException.invalid("device_id has to be printable.");
        }
        return deviceId == null ? "" : deviceId;
    }

    /** The code a connection is closed with after a login that failed so; 0: it may try again. */
    static int closeCode(ErrorCode code) {
        return switch (code) {
            case UNAUTHENTICATED, TOKEN_EXPIRED -> 4401;
            case TOKEN_REVOKED -> 4410;
            case TENANT_DISABLED, USER_DISABLED -> 4403;
            default -> 0;
        };
    }
}

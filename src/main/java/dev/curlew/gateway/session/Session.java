package dev.curlew.gateway.session;

import dev.curlew.api.auth.TokenGuard.Verified;
import dev.curlew.api.send.SendLane;
import dev.curlew.gateway.delivery.ConversationCursors;
import dev.curlew.gateway.group.SessionGroups;
import dev.curlew.gateway.socket.ClientSocket;
import dev.curlew.gateway.socket.Frame;
import dev.curlew.gateway.socket.Outbox;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.store.PresenceDirectory;
import dev.curlew.store.SessionDirectory.SessionRef;
import dev.curlew.store.UserKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;

/**
 * One connection from its handshake to its end. Everything in it is touched on its own context only, except what is volatile:
 * that may be read from anywhere.
 */
public final class Session {

    private static final int MOST_CURSORS = 2_000;

    /** A peer that has not taken its goodbye by then is cut off. */
    private static final long ABORT_MS = 3_000;

    private final String id;
    private final String nodeId;
    private final Context context;
    private final ClientSocket socket;
    private final Outbox outbox;
    private final FloodGate gate;
    private final RequestsInFlight inFlight = new RequestsInFlight();
    private final ConversationCursors cursors = new ConversationCursors(MOST_CURSORS);
    private final SessionGroups groups = new SessionGroups();
    private final SendLane lane;
    private final long openedAt;
    private volatile State state = State.FRESH;
    private volatile Login login;
    private volatile long heardAt;
    private volatile Future<?> entered = Future.succeededFuture();

    /** Where a session is in its life. */
    public enum State {
        FRESH,
        LOGGING_IN,
        OPEN,
        CLOSED
    }

    /** Who logged in, and with what. */
    public record Login(Verified token, Caller caller, String deviceId) {

        public UserKey user() {
            return new UserKey(caller.tenant(), caller.uid());
        }
    }

    Session(
            String id,
            String nodeId,
            Context context,
            ClientSocket socket,
            Outbox outbox,
            SendLane lane,
            int requestsPerSecond) {
        this.id = id;
        this.nodeId = nodeId;
        this.context = context;
        this.socket = socket;
        this.outbox = outbox;
        this.lane = lane;
        this.openedAt = System.currentTimeMillis();
        this.heardAt = openedAt;
        this.gate = new FloodGate(requestsPerSecond, openedAt);
    }

    public String id() {
        return id;
    }

    public Context context() {
        return context;
    }

    /** Runs on the session's context, unless the session has ended by then. */
    public void run(Handler<Session> action) {
        context.runOnContext(v -> {
            if (state != State.CLOSED) {
                action.handle(this);
            }
        });
    }

    public Outbox outbox() {
        return outbox;
    }

    public ConversationCursors cursors() {
        return cursors;
    }

    public SessionGroups groups() {
        return groups;
    }

    public SendLane lane() {
        return lane;
    }

    public State state() {
        return state;
    }

    public boolean open() {
        return state == State.OPEN;
    }

    /** Null before login. */
    public Login login() {
        return login;
    }

    public PresenceDirectory.Entry presence() {
        Login known = login;
        SessionRef ref = new SessionRef(id, nodeId, known.caller().platform(), known.deviceId());
        return new PresenceDirectory.Entry(
                known.user(), new PresenceDirectory.Live(ref, known.token().tokenId(), heardAt), socket.userAgent());
    }

    void heard(long now) {
        heardAt = now;
    }

    long heardAt() {
        return heardAt;
    }

    long openedAt() {
        return openedAt;
    }

    FloodGate gate() {
        return gate;
    }

    RequestsInFlight inFlight() {
        return inFlight;
    }

    ClientSocket socket() {
        return socket;
    }

    void loggingIn(Login as) {
        login = as;
        state = State.LOGGING_IN;
    }

    void backToFresh() {
        if (state == State.LOGGING_IN) {
            login = null;
            state = State.FRESH;
        }
    }

    void opened() {
        state = State.OPEN;
    }

    void renew(Login renewed) {
        login = renewed;
    }

    void entering(Future<?> writing) {
        entered = writing;
    }

    /** Completes when the session's presence has been written, or could not be. */
    public Future<?> entered() {
        return entered;
    }

    /** Tells why, then closes; on the session's context. */
    public void kick(int closeCode, String reason) {
        if (state != State.CLOSED) {
            outbox.event(Frame.event("kick", Json.object().put("reason", reason)));
            close(closeCode, reason);
        }
    }

    /** Sends what waits, then closes; on the session's context. */
    public void close(int closeCode, String reason) {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            outbox.flush();
            socket.close(closeCode, reason);
            context.owner().setTimer(ABORT_MS, timer -> socket.abort());
        }
    }

    /** The connection is gone. */
    void gone() {
        state = State.CLOSED;
    }
}

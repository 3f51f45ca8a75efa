package dev.curlew.gateway.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.send.SendReply;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ChangesPage;
import dev.curlew.protocol.HistoryPage;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its one reply. */
final class Exchange {

    private static final Logger log = LoggerFactory.getLogger(Exchange.class);

    private final Session session;
    private final String op;
    private final String id;
    private final ObjectNode data;
    private long number;

    Exchange(Session session, String op, String id, ObjectNode data) {
        this.session = session;
        this.op = op;
        this.id = id;
        this.data = data;
    }

    String op() {
        return op;
    }

    ObjectNode data() {
        return data;
    }

    void begin(long now) {
        number = session.inFlight().begin(now, () -> reply(null, ApiException.unavailable("No answer in time.")));
    }

    /** Replies with the outcome once it is there. */
    void follow(Future<?> outcome) {
        outcome.onComplete((value, failure) -> {
            ContextInternal here = ContextInternal.current();
            if (here != null && here.unwrap() == session.context()) {
                finish(value, failure);
            } else {
                session.run(live -> finish(value, failure));
            }
        });
    }

    private void finish(Object value, Throwable failure) {
        if (session.inFlight().end(number)) {
            if (failure != null && !(failure instanceof ApiException)) {
                Session.Login login = session.login();
                log.atError()
                        .addKeyValue(
                                "tenant", login == null ? "" : login.caller().tenant())
                        .addKeyValue("uid", login == null ? 0 : login.caller().uid())
                        .setCause(failure)
                        .log("Request failed, op {}, session: {}", op, session.id());
            }
            reply(value, failure == null ? null : ApiException.from(failure));
        }
        if (failure == null) {
            learn(value);
        }
    }

    private void reply(Object value, ApiException failure) {
        if (session.state() == Session.State.CLOSED) {
            return;
        }
        if (failure == null) {
            session.outbox().reply(Replies.success(op, id, value));
            return;
        }
        session.outbox().reply(Replies.failure(op, id, failure));
        int closeCode = "login".equals(op) ? Logins.closeCode(failure.code()) : 0;
        if (closeCode > 0) {
            session.close(closeCode, failure.code().error());
        }
    }

    /** What a reply tells a session, it need not be pushed. */
    private void learn(Object value) {
        if (value instanceof SendReply sent && sent.seq() > 0) {
            session.cursors().acked(sent.conversationId(), sent.seq());
        } else if (value instanceof HistoryPage page) {
            session.cursors().pulled(page.conversationId(), page.coveredFrom(), page.coveredTo(), page.maxSeq());
        } else if (value instanceof ChangesPage page) {
            session.cursors().changesTold(page.conversationId(), page.version());
        }
    }
}

package dev.curlew.gateway.delivery;

import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.socket.Frame;
import java.util.ArrayList;
import java.util.List;

/** What one turn of an event loop has to write: the sockets, each flushed once, and the frames they share. */
final class LoopTurn implements AutoCloseable {

    private final List<Session> touched = new ArrayList<>();
    private final List<Frame> lent = new ArrayList<>();
    private final boolean atOnce;

    /** @param atOnce no socket gets anything from two sides, so each is written to while it is at hand */
    LoopTurn(boolean atOnce) {
        this.atOnce = atOnce;
    }

    /** Its outbox has to be flushed. */
    void touched(Session session) {
        if (atOnce) {
            session.outbox().flush();
        } else {
            touched.add(session);
        }
    }

    /** Many sockets of this turn are sent this frame. */
    void lend(Frame frame) {
        frame.lend();
        lent.add(frame);
    }

    void flush() {
        touched.forEach(session -> session.outbox().flush());
    }

    /** However the turn ended, nobody has to keep what was lent. */
    @Override
    public void close() {
        lent.forEach(Frame::giveBack);
    }
}

package dev.curlew.gateway.delivery;

import dev.curlew.gateway.session.Session;
import java.util.ArrayList;
import java.util.List;

/** What one turn of an event loop has to write: the sockets, each flushed once, and what is over when they were. */
final class LoopTurn implements AutoCloseable {

    private final List<Session> touched = new ArrayList<>();
    private final List<Runnable> afterwards = new ArrayList<>();
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

    /** To be done once everything was written, or cannot be. */
    void afterwards(Runnable task) {
        afterwards.add(task);
    }

    @Override
    public void close() {
        try {
            touched.forEach(session -> session.outbox().flush());
        } finally {
            afterwards.forEach(Runnable::run);
        }
    }
}

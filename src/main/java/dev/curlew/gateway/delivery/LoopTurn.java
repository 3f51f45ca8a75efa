package dev.curlew.gateway.delivery;

import dev.curlew.gateway.session.Session;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one turn of an event loop has to write: the sockets, each flushed once, and what is over when they were. */
final class LoopTurn implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LoopTurn.class);
    private static final int MOST = 64;

    private final List<Session> touched = new ArrayList<>();
    private final List<Runnable> afterwards = new ArrayList<>();

    /** Its outbox has to be flushed. */
    void touched(Session session) {
        touched.add(session);
    }

    /** Whether as many have to be written to as fit into a turn. */
    boolean isFull() {
        return touched.size() >= MOST;
    }

    /** To be done once everything was written, or cannot be. */
    void afterwards(Runnable task) {
        afterwards.add(task);
    }

    @Override
    public void close() {
        touched.forEach(session -> guarded(session.outbox()::flush));
        afterwards.forEach(LoopTurn::guarded);
    }

    /** One that fails keeps nobody else from what is theirs. */
    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("A turn could not be ended", e);
        }
    }
}

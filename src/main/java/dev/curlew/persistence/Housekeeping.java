package dev.curlew.persistence;

import dev.curlew.store.redis.Lock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens by the clock: burning, destruction, finishing changes that somebody left half-way, and the consistency sweep. On one node at
 * a time, tenant by tenant, a bounded piece each time; what fails is tried again at the next turn.
 */
final class Housekeeping {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

    private final Vertx vertx;
    private final long intervalMs;
    private final Lock lock;
    private final Supplier<Future<List<String>>> tenants;
    private final List<Chore> chores;
    private long timer = -1;
    private Future<Void> turn = Future.succeededFuture();
    private boolean stopped;

    /** One kind of work, in pieces. */
    interface Chore {

        /** For logs. */
        String name();

        /** Does what is due for a tenant now, or a piece of it. */
        Future<?> run(String tenant, long now);
    }

    /** @param tenants the codes of all tenants */
    Housekeeping(Vertx vertx, long intervalMs, Lock lock, Supplier<Future<List<String>>> tenants, List<Chore> chores) {
        this.vertx = vertx;
        this.intervalMs = intervalMs;
        this.lock = lock;
        this.tenants = tenants;
        this.chores = List.copyOf(chores);
    }

    void start() {
        timer = vertx.setPeriodic(intervalMs, intervalMs, tick -> takeTurn());
    }

    /** Done when the turn under way is over. */
    Future<Void> stop() {
        stopped = true;
        vertx.cancelTimer(timer);
        return turn;
    }

    private void takeTurn() {
        if (!turn.isComplete()) {
            return;
        }
        turn = lock.take()
                .compose(mine -> mine ? forAll() : Future.succeededFuture())
                .otherwise(failure -> {
                    LOG.warn("Housekeeping was put off: {}", failure.toString());
                    return null;
                });
    }

    private Future<Void> forAll() {
        return tenants.get().compose(codes -> {
            Future<Void> chain = Future.succeededFuture();
            for (String tenant : codes) {
                for (Chore chore : chores) {
                    chain = chain.compose(done -> stopped ? Future.succeededFuture() : run(chore, tenant));
                }
                // A long round over many tenants keeps the lock.
                chain = chain.compose(done -> lock.take().mapEmpty());
            }
            return chain;
        });
    }

    private static Future<Void> run(Chore chore, String tenant) {
        return chore.run(tenant, System.currentTimeMillis()).<Void>mapEmpty().otherwise(failure -> {
            LOG.warn("Put off: {}, tenant {}: {}", chore.name(), tenant, failure.toString());
            return null;
        });
    }
}

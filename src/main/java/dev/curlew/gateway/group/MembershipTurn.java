package dev.curlew.gateway.group;

import io.vertx.core.Future;
import java.util.function.Supplier;

/**
 * One after the other, what is found out about a user's memberships and done about it: what was read earlier is never done after what was
 * read later.
 */
public final class MembershipTurn {

    private Future<?> last = Future.succeededFuture();
    private long begun;

    synchronized <T> Future<T> next(Supplier<Future<T>> work) {
        begun++;
        Future<T> mine = last.transform(before -> work.get());
        last = mine;
        return mine;
    }

    /** To be asked before reading, for {@link #unlessOvertaken}. */
    synchronized long begun() {
        return last.isComplete() ? begun : -1;
    }

    /** Does it if nobody else had a turn since; the next heartbeat has its own look otherwise. */
    synchronized void unlessOvertaken(long since, Runnable work) {
        if (since >= 0 && begun == since) {
            work.run();
        }
    }
}

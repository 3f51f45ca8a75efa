package dev.curlew.store.group;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Those who change one group on this node, one after the other. They would wait for each other in the database anyway; here they wait without
 * holding a connection, so that a group everybody changes leaves connections for the others.
 */
final class Turns {

    private static final int MOST_WAITING = 500;
    private static final long LONGEST_WAIT_MS = 10_000;

    private final Map<Place, Deque<Runnable>> waiting = new HashMap<>();

    private record Place(String tenant, GroupId group) {}

    /** Runs the work when it is its turn, on the context of the caller. Fails with 50300 when too many wait, or it waited too long. */
    <T> Future<T> take(String tenant, GroupId group, Supplier<Future<T>> work) {
        Place place = new Place(tenant, group);
        Promise<T> promise = Promise.promise();
        Context context = Vertx.currentContext();
        long since = System.nanoTime();
        Runnable turn = () -> onContext(
                context,
                () -> run(since, work).onComplete(result -> {
                    next(place);
                    promise.handle(result);
                }));
        synchronized (this) {
            Deque<Runnable> others = waiting.get(place);
            if (others != null) {
                if (others.size() >= MOST_WAITING) {
                    return Future.failedFuture(tooMany());
                }
                others.add(turn);
                return promise.future();
            }
            waiting.put(place, new ArrayDeque<>());
        }
        turn.run();
        return promise.future();
    }

    private static <T> Future<T> run(long since, Supplier<Future<T>> work) {
        if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since) > LONGEST_WAIT_MS) {
            return Future.failedFuture(tooMany());
        }
        try {
            return work.get();
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    private void next(Place place) {
        Runnable turn;
        synchronized (this) {
            turn = waiting.get(place).poll();
            if (turn == null) {
                waiting.remove(place);
            }
        }
        if (turn != null) {
            turn.run();
        }
    }

    private static void onContext(Context context, Runnable work) {
        if (context == null || context == Vertx.currentContext()) {
            work.run();
        } else {
            context.runOnContext(ignored -> work.run());
        }
    }

    private static ApiException tooMany() {
        return ApiException.unavailable("Too many change this group at once.");
    }
}

package dev.curlew.store;

import dev.curlew.protocol.ApiException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Turns calls that wait at the same time into one look-up: while a batch is in flight the next one gathers, without a timer.
 * Many waiters for one key are one look-up. A call never joins a batch that has already left, so it sees every write that
 * ended before the call. Batches end in the order they were made.
 *
 * <p>Callable from any thread; the answer arrives on the Vert.x context of the call.
 */
public final class Coalescer<K, V> {

    private record Waiter<V>(Context context, Promise<Optional<V>> promise) {}

    private final Function<List<K>, Future<Map<K, V>>> load;
    private final int maxBatch;
    private final int maxWaiting;
    private LinkedHashMap<K, List<Waiter<V>>> gathering = new LinkedHashMap<>();
    private int waiting;
    private boolean inFlight;

    /**
     * @param load answers a batch of different keys; a key left out of the map has no value
     * @param maxBatch most keys of one batch
     * @param maxWaiting most calls waiting; more are refused with 50300
     */
    public Coalescer(Function<List<K>, Future<Map<K, V>>> load, int maxBatch, int maxWaiting) {
        this.load = load;
        this.maxBatch = maxBatch;
        this.maxWaiting = maxWaiting;
    }

    /** The value of a key; empty when there is none. */
    public Future<Optional<V>> get(K key) {
        Promise<Optional<V>> promise = Promise.promise();
        boolean first;
        synchronized (this) {
            if (waiting >= maxWaiting) {
                return Future.failedFuture(ApiException.unavailable("Too many requests are waiting."));
            }
            waiting++;
            gathering.computeIfAbsent(key, k -> new ArrayList<>(1)).add(new Waiter<>(Vertx.currentContext(), promise));
            first = !inFlight;
            inFlight = true;
        }
        if (first) {
            NextTurn.run(this::next);
        }
        return promise.future();
    }

    private void next() {
        Map<K, List<Waiter<V>>> batch;
        synchronized (this) {
            batch = take();
        }
        if (batch != null) {
            run(batch);
        }
    }

    private Map<K, List<Waiter<V>>> take() {
        if (gathering.isEmpty()) {
            inFlight = false;
            return null;
        }
        if (gathering.size() <= maxBatch) {
            Map<K, List<Waiter<V>>> all = gathering;
            gathering = new LinkedHashMap<>();
            return all;
        }
        Map<K, List<Waiter<V>>> first = new LinkedHashMap<>();
        var entries = gathering.entrySet().iterator();
        while (first.size() < maxBatch) {
            var entry = entries.next();
            first.put(entry.getKey(), entry.getValue());
            entries.remove();
        }
        return first;
    }

    private void run(Map<K, List<Waiter<V>>> batch) {
        Future<Map<K, V>> loaded;
        try {
            loaded = load.apply(List.copyOf(batch.keySet()));
        } catch (RuntimeException e) {
            loaded = Future.failedFuture(e);
        }
        loaded.onComplete(result -> {
            batch.forEach((key, waiters) -> waiters.forEach(waiter -> answer(waiter, () -> {
                if (result.succeeded()) {
                    waiter.promise()
                            .complete(Optional.ofNullable(result.result().get(key)));
                } else {
                    waiter.promise().fail(result.cause());
                }
            })));
            synchronized (this) {
                waiting -= batch.values().stream().mapToInt(List::size).sum();
            }
            next();
        });
    }

    private static <V> void answer(Waiter<V> waiter, Runnable completion) {
        if (waiter.context() == null || waiter.context() == Vertx.currentContext()) {
            completion.run();
        } else {
            waiter.context().runOnContext(ignored -> completion.run());
        }
    }
}

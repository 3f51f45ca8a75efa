package dev.curlew.ops;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every store once a second, all at the same time, and judges: a store that everyone lost is degradation, one that
 * this node alone lost makes this node unready. Each change is one line in the log.
 */
public final class Health {

    private static final Logger LOG = LoggerFactory.getLogger(Health.class);
    private static final long EVERY_MS = 1000;
    private static final long TIMEOUT_MS = 2000;

    private final Vertx vertx;
    private final MeterRegistry meters;
    private final Function<String, Future<Boolean>> peersReach;
    private final Map<String, Check> checks = new ConcurrentSkipListMap<>();
    private final Map<String, StoreState> states = new ConcurrentHashMap<>();
    private volatile boolean started;
    private volatile boolean wasReady;
    private volatile boolean stopping;
    private long timer = -1;

    /** Asks one store; must not be asked again while it is being asked. */
    private static final class Check {
        private final Supplier<? extends Future<?>> ask;
        private boolean asking;

        Check(Supplier<? extends Future<?>> ask) {
            this.ask = ask;
        }

        private synchronized boolean begin() {
            boolean begins = !asking;
            asking = true;
            return begins;
        }

        private synchronized void end() {
            asking = false;
        }
    }

    /**
     * Makes a health that knows no store yet.
     *
     * @param peersReach whether any other node reaches the store of that name, asked while this one does not
     */
    public Health(Vertx vertx, MeterRegistry meters, Function<String, Future<Boolean>> peersReach) {
        this.vertx = vertx;
        this.meters = meters;
        this.peersReach = peersReach;
    }

    /** Adds a store; it counts as down until it answered. */
    public void register(String name, Supplier<? extends Future<?>> ask) {
        checks.put(name, new Check(ask));
        Gauge.builder("curlew.store.up", () -> isUp(name) ? 1 : 0)
                .description("1 while the store answers")
                .tag("store", name)
                .register(meters);
    }

    /** The first round now, then one each second. */
    public void start() {
        timer = vertx.setPeriodic(0, EVERY_MS, tick -> round());
    }

    /** Every part of the node runs; from now on it is ready once all stores were up together. */
    public void started() {
        started = true;
        judge();
    }

    /** The node is being stopped: unready for good, while the checks go on. */
    public void stopping() {
        stopping = true;
    }

    public void close() {
        stopping = true;
        if (timer >= 0) {
            vertx.cancelTimer(timer);
        }
    }

    /** True while the last check of the store succeeded; false for one that is not known. */
    public boolean isUp(String name) {
        StoreState state = states.get(name);
        return state != null && state.up();
    }

    public Map<String, StoreState> states() {
        return Map.copyOf(states);
    }

    public Readiness readiness() {
        List<String> down = checks.keySet().stream().filter(name -> !isUp(name)).toList();
        if (stopping) {
            return new Readiness(false, "stopping", down);
        }
        if (!wasReady) {
            return new Readiness(false, started ? "waiting for stores" : "starting", down);
        }
        for (String name : down) {
            StoreState state = states.get(name);
            if (state != null && state.peersReach()) {
                return new Readiness(false, "only this node cannot reach " + name, down);
            }
        }
        return new Readiness(true, "", down);
    }

    private void round() {
        checks.forEach((name, check) -> {
            if (check.begin()) {
                ask(check)
                        .map(ignored -> (Throwable) null)
                        .otherwise(failure -> failure)
                        .compose(failure -> note(name, failure))
                        .onComplete(ignored -> check.end());
            }
        });
    }

    private static Future<?> ask(Check check) {
        try {
            return check.ask.get().timeout(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    private Future<Void> note(String name, Throwable failure) {
        if (failure == null) {
            change(name, true, "", false);
            judge();
            return Future.succeededFuture();
        }
        String error = Failures.describe(failure);
        StoreState before = states.get(name);
        change(name, false, error, before != null && !before.up() && before.peersReach());
        return peersReach(name).map(reach -> {
            change(name, false, error, reach);
            return null;
        });
    }

    private Future<Boolean> peersReach(String name) {
        try {
            return peersReach
                    .apply(name)
                    .timeout(TIMEOUT_MS, TimeUnit.MILLISECONDS)
                    .otherwise(false);
        } catch (RuntimeException e) {
            return Future.succeededFuture(false);
        }
    }

    private void change(String name, boolean up, String error, boolean peers) {
        StoreState before = states.get(name);
        boolean changed = before == null || before.up() != up;
        states.put(name, new StoreState(up, changed ? Instant.now() : before.since(), error, peers));
        if (stopping) {
            // The node itself takes leave of its stores.
            LOG.debug("store while stopping: {}: {}", name, up ? "up" : error);
        } else if (changed && up) {
            LOG.info("store is up: {}", name);
        } else if (changed && before == null && !started) {
            // At start the gate says what is waited for.
            LOG.debug("store is not up yet: {}: {}", name, error);
        } else if (changed) {
            LOG.warn("store is down: {}: {}", name, error);
        } else if (started && !before.peersReach() && peers) {
            LOG.warn("other nodes still reach this store, new clients should go to them: {}", name);
        }
    }

    private void judge() {
        if (started && !wasReady && checks.keySet().stream().allMatch(this::isUp)) {
            wasReady = true;
            LOG.info("ready");
        }
    }
}

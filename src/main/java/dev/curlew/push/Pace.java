package dev.curlew.push;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;

/** Spreads work over time: so many units a second, none saved up. Used on one context only. */
final class Pace {

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final Vertx vertx;
    private final int perSecond;
    private long free = System.nanoTime();

    Pace(Vertx vertx, int perSecond) {
        this.vertx = vertx;
        this.perSecond = perSecond;
    }

    /** Done when these may begin. */
    Future<Void> take(int units) {
        long now = System.nanoTime();
        long begin = Math.max(now, free);
        free = begin + units * SECOND_NS / perSecond;
        long waitMs = TimeUnit.NANOSECONDS.toMillis(begin - now);
        return waitMs < 1 ? Future.succeededFuture() : vertx.timer(waitMs, TimeUnit.MILLISECONDS);
    }
}

package dev.curlew.gateway.delivery;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;

/** Events that were handed in together; who did is told when the last of them was written. Used on one event loop only. */
final class Arrival {

    private final List<LoopEvent> events;
    private final Promise<Void> written = Promise.promise();
    private int open = 1;

    Arrival(List<LoopEvent> events) {
        this.events = events;
    }

    Future<Void> written() {
        return written.future();
    }

    List<LoopEvent> events() {
        return events;
    }

    /** Some more of it has to be written. */
    void opened() {
        open++;
    }

    /** So much of it was written, or cannot be. */
    void closed() {
        if (--open == 0) {
            written.complete();
        }
    }
}

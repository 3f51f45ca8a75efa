package dev.curlew.gateway.delivery;

import java.util.List;

/** Events that were handed in together; who did is told when the last of them was written. Used on one event loop only. */
final class Arrival {

    private final List<LoopEvent> events;
    private final Runnable done;
    private int open = 1;

    Arrival(List<LoopEvent> events, Runnable done) {
        this.events = events;
        this.done = done;
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
            done.run();
        }
    }
}

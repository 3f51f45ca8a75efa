package dev.curlew.store;

import io.vertx.core.Context;
import io.vertx.core.Vertx;

/** Puts off what is to be done for many until this turn of the event loop has said who they are. */
public final class NextTurn {

    private NextTurn() {}

    /** On the current context after some milliseconds; at once where there is none. */
    public static void after(long ms, Runnable task) {
        Context context = Vertx.currentContext();
        if (ms > 0 && context != null) {
            context.owner().setTimer(ms, timer -> task.run());
        } else {
            run(task);
        }
    }

    /** On the current context once it has done what it has at hand; at once where there is none. */
    public static void run(Runnable task) {
        Context context = Vertx.currentContext();
        if (context == null) {
            task.run();
        } else {
            context.runOnContext(turn -> task.run());
        }
    }
}

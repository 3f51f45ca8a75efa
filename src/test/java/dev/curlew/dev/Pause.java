package dev.curlew.dev;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting. */
public final class Pause {

    private Pause() {}

    public static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits for a condition. @return whether it came true in time */
    public static boolean until(Duration time, BooleanSupplier condition) {
        long end = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            millis(50);
        }
        return true;
    }
}

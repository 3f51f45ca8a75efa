package dev.curlew.client;

import java.util.List;

/** Which node to try, and how long to wait before it: the next one after each failure, with growing pauses. */
final class NodeChoice {

    private static final long MOST_PAUSE_MS = 2_000;

    private final List<String> urls;
    private int current;
    private int failures;

    NodeChoice(List<String> urls, int first) {
        this.urls = List.copyOf(urls);
        this.current = first;
    }

    String url() {
        return urls.get(current % urls.size());
    }

    void connected() {
        failures = 0;
    }

    void lost() {
        current++;
    }

    /** Notes a failed attempt. @return the pause before the next, ms */
    long failed() {
        current++;
        failures++;
        return Math.min(MOST_PAUSE_MS, 50L << Math.min(failures, 6));
    }
}

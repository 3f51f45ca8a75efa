package dev.curlew.ops;

/** The node must not start, and waiting will not change it: the message says what to put right. */
public final class StartRefused extends RuntimeException {

    public StartRefused(String message) {
        super(message, null, false, false);
    }
}

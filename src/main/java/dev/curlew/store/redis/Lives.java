package dev.curlew.store.redis;

import java.time.Duration;

/** How long the keys of document S live (B-215). */
public final class Lives {

    public static final long MESSAGE_S = Duration.ofHours(24).toSeconds();
    public static final long SEQUENCE_S = Duration.ofDays(365).toSeconds();
    public static final long READ_S = Duration.ofDays(30).toSeconds();
    public static final long SESSION_S = Duration.ofHours(12).toSeconds();

    private Lives() {}
}

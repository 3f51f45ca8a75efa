package dev.curlew.api.send;

/** Who sends: a user's client, the server or an admin, or a bot (B-189). */
public enum Source {
    USER(100),
    SYSTEM(200),
    BOT(300);

    private final int code;

    Source(int code) {
        this.code = code;
    }

    /** {@code msg_from} of its messages. */
    public int code() {
        return code;
    }

    /** Whether it may send what only the server sends: types from 1000 on, and into notification conversations. */
    boolean mayNotify() {
        return this == SYSTEM;
    }
}

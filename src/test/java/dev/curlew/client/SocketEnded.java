package dev.curlew.client;

/** The socket ended before the reply came. */
public final class SocketEnded extends RuntimeException {

    private final int code;

    public SocketEnded(int code) {
        super("Socket ended: " + code);
        this.code = code;
    }

    public int code() {
        return code;
    }
}

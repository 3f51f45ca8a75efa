package dev.curlew.gateway.socket;

import io.vertx.core.Future;
import java.util.List;

/** The connection of one client, WebSocket or SockJS; used on its own context only. */
public interface ClientSocket {

    /** Writes in order, in one flush where the transport allows; completes, on the socket's context,
     * when the last has left this process. */
    Future<Void> write(List<Frame> frames);

    /** Says goodbye with a close code and ends. */
    void close(int code, String reason);

    /** Ends at once: for a peer that does not even read the goodbye. */
    void abort();

    /** Reads no more from the peer until {@link #resume}. */
    void pause();

    void resume();

    String userAgent();

    /** {@code ws} or {@code sockjs}. */
    String transport();
}

package dev.curlew.gateway.socket;

import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.ext.web.handler.sockjs.SockJSSocket;
import java.util.List;

/**
 * A SockJS connection. Over a WebSocket its close frame carries our code; other transports know none of ours, so the code is
 * also told in a {@code close} event before. It has no back-pressure: the outbox counts what {@code write()} has not yet
 * acknowledged.
 */
final class SockJsSocket implements ClientSocket {

    private final SockJSSocket socket;
    private final ServerWebSocket below;
    private final String userAgent;
    private boolean closing;

    /** @param below the WebSocket that carries it; null for other transports */
    SockJsSocket(SockJSSocket socket, ServerWebSocket below, String userAgent) {
        this.socket = socket;
        this.below = below;
        this.userAgent = userAgent;
    }

    @Override
    public Future<Void> write(List<Frame> frames) {
        Future<Void> last = Future.succeededFuture();
        for (Frame frame : frames) {
            for (Frame part : frame.parts()) {
                last = socket.write(part.text());
            }
        }
        return last;
    }

    @Override
    public void close(int code, String reason) {
        if (!closing) {
            closing = true;
            Frame goodbye = Frame.event("close", Json.object().put("code", code).put("reason", reason));
            // Closing drops what still waits to be written.
            socket.write(goodbye.text()).onComplete(written -> end(code, reason));
        }
    }

    private void end(int code, String reason) {
        if (below != null) {
            SockJsUpgrades.close(below, code, reason);
        } else {
            socket.close();
        }
    }

    @Override
    public void abort() {
        closing = true;
        socket.close();
    }

    @Override
    public void pause() {
        socket.pause();
    }

    @Override
    public void resume() {
        socket.resume();
    }

    @Override
    public String userAgent() {
        return userAgent;
    }

    @Override
    public String transport() {
        return "sockjs";
    }
}

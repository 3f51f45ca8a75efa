package dev.curlew.gateway.socket;

import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.internal.http.HttpServerRequestInternal;
import io.vertx.core.internal.http.HttpServerRequestWrapper;
import io.vertx.core.internal.http.WebSocketInternal;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Keeps hold of the WebSocket below a SockJS connection, which SockJS hides: only there can be seen what kind of frame came,
 * and only there can a close code of ours be told. One for each event loop.
 */
final class SockJsUpgrades {

    private final Map<HttpConnection, ServerWebSocket> upgraded = new IdentityHashMap<>();

    /** The request as SockJS is to see it. */
    HttpServerRequest watched(HttpServerRequest request) {
        return new HttpServerRequestWrapper((HttpServerRequestInternal) request) {
            @Override
            public Future<ServerWebSocket> toWebSocket() {
                return super.toWebSocket().map(socket -> {
                    HttpConnection connection = request.connection();
                    upgraded.put(connection, socket);
                    // It is taken within this turn, or never.
                    Vertx.currentContext().runOnContext(over -> upgraded.remove(connection));
                    refuseOtherFrames(socket);
                    return socket;
                });
            }
        };
    }

    /** The WebSocket that was just opened on the connection; null for other transports. */
    ServerWebSocket take(HttpServerRequest request) {
        return upgraded.remove(request.connection());
    }

    private static void refuseOtherFrames(ServerWebSocket socket) {
        if (socket instanceof WebSocketInternal internal) {
            ChannelHandlerContext channel = internal.channelHandlerContext();
            FrameViolations violations = new FrameViolations((code, reason) -> close(socket, code, reason));
            channel.pipeline()
                    .addBefore(channel.name(), "text-frames", new TextFramesOnly())
                    .addBefore(channel.name(), "frame-violations", violations);
        }
    }

    /** SockJS has a close frame of its own; its client tells the code in it to the page. */
    static void close(ServerWebSocket socket, int code, String reason) {
        if (!socket.isClosed()) {
            socket.writeTextMessage("c[" + code + ",\"" + reason + "\"]");
            socket.close((short) code, reason);
        }
    }
}

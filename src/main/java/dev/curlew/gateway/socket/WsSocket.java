package dev.curlew.gateway.socket;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.internal.http.WebSocketInternal;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A WebSocket. Frames that were encoded once go to the Netty channel with one flush a burst, which is several times faster
 * than one flush a frame; the channel is internal API of Vert.x and used nowhere else.
 */
final class WsSocket implements ClientSocket {

    private static final Future<Void> WRITTEN = Future.succeededFuture();

    private final ServerWebSocket socket;
    private final ChannelHandlerContext channel;
    private final boolean encrypted;
    private final String userAgent;
    private boolean closing;

    WsSocket(ServerWebSocket socket, String userAgent) {
        this.socket = socket;
        this.encrypted = socket.isSsl();
        this.channel = socket instanceof WebSocketInternal internal ? internal.channelHandlerContext() : null;
        this.userAgent = userAgent;
    }

    /** Has what the frame decoder refuses told, with its close code, instead of the connection cut before the code is sent. */
    void onViolation(BiConsumer<Integer, String> told) {
        if (channel != null) {
            channel.pipeline().addBefore(channel.name(), "frame-violations", new FrameViolations(told));
        }
    }

    @Override
    public Future<Void> write(List<Frame> frames) {
        if (closing || socket.isClosed()) {
            return Future.failedFuture(new ClosedChannelException());
        }
        return channel == null ? writeOneByOne(frames) : writeBurst(frames);
    }

    private Future<Void> writeBurst(List<Frame> frames) {
        ChannelHandlerContext way = shortest();
        for (int i = 0; i < frames.size() - 1; i++) {
            way.write(frames.get(i).wire(), way.voidPromise());
        }
        ChannelFuture last = way.writeAndFlush(frames.get(frames.size() - 1).wire());
        if (last.isSuccess()) {
            return WRITTEN;
        }
        Promise<Void> written = Promise.promise();
        last.addListener(done -> {
            if (done.isSuccess()) {
                written.complete();
            } else {
                written.fail(done.cause());
            }
        });
        return written.future();
    }

    /** Encoded frames are nothing to any handler but that of TLS. */
    private ChannelHandlerContext shortest() {
        ChannelHandlerContext first = encrypted ? null : channel.pipeline().firstContext();
        return first == null ? channel : first;
    }

    private Future<Void> writeOneByOne(List<Frame> frames) {
        Future<Void> last = Future.succeededFuture();
        for (Frame frame : frames) {
            for (Frame part : frame.parts()) {
                last = socket.writeFinalTextFrame(part.text());
            }
        }
        return last;
    }

    @Override
    public void close(int code, String reason) {
        if (!closing) {
            closing = true;
            socket.close((short) code, reason).onFailure(failure -> abort());
        }
    }

    @Override
    public void abort() {
        closing = true;
        if (channel != null) {
            channel.channel().close();
        }
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
        return "ws";
    }
}

package dev.curlew.gateway.edge;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.concurrent.TimeUnit;

/**
 * Cuts connections whose request does not come to its end in time, so that slow or half-open peers cannot hold them. Between
 * requests, and once the connection has become a WebSocket, it does nothing.
 */
public final class RequestDeadline extends ChannelInboundHandlerAdapter {

    private static final String DECODER = "httpDecoder";

    private final long withinMs;
    private ScheduledFuture<?> running;

    private RequestDeadline(long withinMs) {
        this.withinMs = withinMs;
    }

    /** @param withinMs from opening, or from the first byte of a later request, to the last byte of the request */
    public static void guard(HttpConnection connection, long withinMs) {
        if (connection instanceof HttpServerConnection server && server.channelHandlerContext() != null) {
            ChannelPipeline pipeline = server.channelHandlerContext().pipeline();
            if (pipeline.get(DECODER) != null) {
                RequestDeadline deadline = new RequestDeadline(withinMs);
                pipeline.addBefore(DECODER, "request-begins", deadline);
                pipeline.addAfter(DECODER, "request-ends", deadline.new End());
            }
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        start(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        if (context.pipeline().get(DECODER) == null) {
            context.pipeline().remove(this);
        } else if (running == null) {
            start(context);
        }
        context.fireChannelRead(bytes);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stop();
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        stop();
    }

    private void start(ChannelHandlerContext context) {
        running = context.executor().schedule(() -> late(context), withinMs, TimeUnit.MILLISECONDS);
    }

    private void late(ChannelHandlerContext context) {
        if (context.pipeline().get(DECODER) != null) {
            context.close();
        }
    }

    private void stop() {
        if (running != null) {
            running.cancel(false);
            running = null;
        }
    }

    /** Behind the decoder, where a request can be seen to be whole. */
    private final class End extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof LastHttpContent) {
                stop();
            }
            context.fireChannelRead(message);
        }
    }
}

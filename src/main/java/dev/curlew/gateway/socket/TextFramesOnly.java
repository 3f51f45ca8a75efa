package dev.curlew.gateway.socket;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.Utf8FrameValidator;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.util.ReferenceCountUtil;

/** Refuses binary frames and texts that are no UTF-8, before anything reads them. */
final class TextFramesOnly extends Utf8FrameValidator {

    private boolean refused;

    TextFramesOnly() {
        super(false);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object frame) throws Exception {
        if (refused) {
            ReferenceCountUtil.release(frame);
        } else if (frame instanceof BinaryWebSocketFrame) {
            ReferenceCountUtil.release(frame);
            refuse(
                    context,
                    new CorruptedWebSocketFrameException(WebSocketCloseStatus.INVALID_MESSAGE_TYPE, "text only"));
        } else {
            try {
                super.channelRead(context, frame);
            } catch (CorruptedWebSocketFrameException invalid) {
                refuse(context, invalid);
            }
        }
    }

    private void refuse(ChannelHandlerContext context, CorruptedWebSocketFrameException refusal) {
        refused = true;
        context.fireExceptionCaught(refusal);
    }
}

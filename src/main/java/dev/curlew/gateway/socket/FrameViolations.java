package dev.curlew.gateway.socket;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import java.util.function.BiConsumer;

/**
 * Takes the refusals of the frame decoder. After one the decoder discards whatever comes, so the close frame gets out and the
 * peer learns its code; cut at once, a peer that is still sending would see a reset only.
 */
final class FrameViolations extends ChannelInboundHandlerAdapter {

    private static final int PROTOCOL_ERROR = 1002;
    private static final int TOO_LARGE = 1009;

    private final BiConsumer<Integer, String> told;

    FrameViolations(BiConsumer<Integer, String> told) {
        this.told = told;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        if (failure instanceof CorruptedWebSocketFrameException corrupted) {
            told.accept(corrupted.closeStatus().code(), "frame refused");
        } else if (failure instanceof TooLongFrameException) {
            told.accept(TOO_LARGE, "frame refused");
        } else if (failure instanceof DecoderException) {
            told.accept(PROTOCOL_ERROR, "frame refused");
        } else {
            context.fireExceptionCaught(failure);
        }
    }
}

package dev.curlew.gateway.socket;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocketFrame;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Puts the fragments of a WebSocket's texts together; what is no text of allowed size ends the connection. */
final class TextFrames implements Handler<WebSocketFrame> {

    /** Where the texts and everything else heard go. */
    interface Sink {

        void text(byte[] utf8);

        /** A sign of life without content. */
        void control();

        void violation(int closeCode, String reason);
    }

    private final int maxBytes;
    private final Sink sink;
    private Buffer parts;
    private boolean ended;

    TextFrames(int maxBytes, Sink sink) {
        this.maxBytes = maxBytes;
        this.sink = sink;
    }

    @Override
    public void handle(WebSocketFrame frame) {
        if (ended || frame.isClose()) {
            return;
        }
        if (frame.isText() || frame.isContinuation()) {
            part(frame);
        } else if (frame.isBinary()) {
            end(1003, "text only");
        } else {
            sink.control();
        }
    }

    private void part(WebSocketFrame frame) {
        Buffer data = frame.binaryData();
        int before = parts == null ? 0 : parts.length();
        if (before + data.length() > maxBytes) {
            end(1009, "message too large");
            return;
        }
        if (parts == null && frame.isFinal()) {
            complete(data.getBytes());
            return;
        }
        parts = parts == null ? Buffer.buffer().appendBuffer(data) : parts.appendBuffer(data);
        if (frame.isFinal()) {
            byte[] whole = parts.getBytes();
            parts = null;
            complete(whole);
        }
    }

    private void complete(byte[] utf8) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
        } catch (CharacterCodingException e) {
            end(1007, "invalid UTF-8");
            return;
        }
        sink.text(utf8);
    }

    private void end(int code, String reason) {
        ended = true;
        parts = null;
        sink.violation(code, reason);
    }
}

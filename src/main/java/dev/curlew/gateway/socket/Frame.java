package dev.curlew.gateway.socket;

import dev.curlew.protocol.Json;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * One outgoing text: encoded once, as JSON and as an unmasked WebSocket frame, and written to as many sockets as want it.
 * The bytes are never changed, so event loops share them without counting references.
 */
public final class Frame {

    private static final int TEXT_FINAL = 0x81;
    private static final byte[] MESSAGE = "{\"event\":\"message\",".getBytes(StandardCharsets.UTF_8);

    private final byte[] json;
    private volatile byte[] wire;

    private Frame(byte[] json) {
        this.json = json;
    }

    /** @param json UTF-8, not to be changed afterwards */
    public static Frame of(byte[] json) {
        return new Frame(json);
    }

    public static Frame event(String name, Object data) {
        return of(Json.bytes(Json.object().put("event", name).putPOJO("data", data)));
    }

    /** Several texts as one, one a line. */
    public static Frame lines(List<Frame> frames) {
        if (frames.size() == 1) {
            return frames.get(0);
        }
        int length = frames.size() - 1;
        for (Frame frame : frames) {
            length += frame.json.length;
        }
        byte[] joined = new byte[length];
        int at = 0;
        for (Frame frame : frames) {
            if (at > 0) {
                joined[at++] = '\n';
            }
            System.arraycopy(frame.json, 0, joined, at, frame.json.length);
            at += frame.json.length;
        }
        return of(joined);
    }

    /** Whether it is a {@code message} event; all events begin with their name. */
    public boolean isMessage() {
        return json.length >= MESSAGE.length && Arrays.equals(json, 0, MESSAGE.length, MESSAGE, 0, MESSAGE.length);
    }

    public int size() {
        return json.length;
    }

    public String text() {
        return new String(json, StandardCharsets.UTF_8);
    }

    /** The frame as it goes over the wire; a new view of the same bytes. */
    ByteBuf wire() {
        byte[] encoded = wire;
        if (encoded == null) {
            encoded = encode(json);
            wire = encoded;
        }
        return Unpooled.wrappedBuffer(encoded);
    }

    private static byte[] encode(byte[] payload) {
        ByteBuf header =
                Unpooled.buffer(10 + payload.length, 10 + payload.length).writeByte(TEXT_FINAL);
        if (payload.length < 126) {
            header.writeByte(payload.length);
        } else if (payload.length < 65_536) {
            header.writeByte(126).writeShort(payload.length);
        } else {
            header.writeByte(127).writeLong(payload.length);
        }
        header.writeBytes(payload);
        byte[] encoded = new byte[header.readableBytes()];
        header.readBytes(encoded);
        return encoded;
    }
}

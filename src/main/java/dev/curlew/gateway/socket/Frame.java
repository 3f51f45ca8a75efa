package dev.curlew.gateway.socket;

import dev.curlew.protocol.Json;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Outgoing text: encoded once, as JSON and as unmasked WebSocket frames, and written to as many sockets as want it. One text, or a burst of
 * several that go to the same sockets together. The bytes are never changed, so event loops share them without counting references; a burst
 * for many sockets of one loop is copied out of the heap once, since otherwise each write would copy it.
 */
public final class Frame {

    private static final int TEXT_FINAL = 0x81;
    private static final byte[] MESSAGE = "{\"event\":\"message\",".getBytes(StandardCharsets.UTF_8);

    private final byte[] json;
    private final List<Frame> parts;
    private final int size;
    private final boolean message;
    private volatile byte[] wire;
    private volatile Frame lines;
    private boolean lent;
    private ByteBuf direct;

    private Frame(byte[] json) {
        this.json = json;
        this.parts = List.of(this);
        this.size = json.length;
        this.message = size >= MESSAGE.length && Arrays.equals(json, 0, MESSAGE.length, MESSAGE, 0, MESSAGE.length);
    }

    private Frame(List<Frame> parts) {
        this.json = null;
        this.parts = parts;
        this.size = parts.stream().mapToInt(Frame::size).sum();
        this.message = false;
    }

    /** @param json UTF-8, not to be changed afterwards */
    public static Frame of(byte[] json) {
        return new Frame(json);
    }

    public static Frame event(String name, Object data) {
        return of(Json.bytes(Json.object().put("event", name).putPOJO("data", data)));
    }

    /** Several texts that are written together, each as a frame of its own. */
    public static Frame burst(List<Frame> frames) {
        List<Frame> parts = new ArrayList<>(frames.size());
        frames.forEach(frame -> parts.addAll(frame.parts));
        return new Frame(List.copyOf(parts));
    }

    /** Several texts as one, one a line. */
    public static Frame lines(List<Frame> frames) {
        if (frames.size() == 1 && frames.get(0).parts.size() == 1) {
            return frames.get(0);
        }
        Frame whole = frames.size() == 1 ? frames.get(0) : burst(frames);
        Frame known = whole.lines;
        if (known == null) {
            known = of(joined(whole));
            known.lent = whole.lent;
            whole.lines = known;
        }
        return known;
    }

    private static byte[] joined(Frame burst) {
        byte[] joined = new byte[burst.size + burst.parts.size() - 1];
        int at = 0;
        for (Frame frame : burst.parts) {
            if (at > 0) {
                joined[at++] = '\n';
            }
            System.arraycopy(frame.json, 0, joined, at, frame.json.length);
            at += frame.json.length;
        }
        return joined;
    }

    /** Whether it is one {@code message} event; all events begin with their name. */
    public boolean isMessage() {
        return message;
    }

    /** Bytes of text. */
    public int size() {
        return size;
    }

    /** The texts one by one; of one text itself. */
    public List<Frame> parts() {
        return parts;
    }

    /** Of one text only. */
    public String text() {
        return new String(json, StandardCharsets.UTF_8);
    }

    /** From now until {@link #giveBack} it is written to many sockets, by one thread, which has made it for that alone. */
    public void lend() {
        lent = true;
    }

    /** What was written goes out none the less, and the frame may be written again. */
    public void giveBack() {
        lent = false;
        if (direct != null) {
            direct.release();
            direct = null;
        }
        if (lines != null) {
            lines.giveBack();
        }
    }

    /** What goes over the wire; a new view of the same bytes. */
    ByteBuf wire() {
        if (!lent) {
            return Unpooled.wrappedBuffer(encoded());
        }
        if (direct == null) {
            direct = ByteBufAllocator.DEFAULT.directBuffer(encoded().length).writeBytes(encoded());
        }
        return direct.retainedDuplicate();
    }

    private byte[] encoded() {
        byte[] known = wire;
        if (known == null) {
            known = json != null ? encode(json) : encode(parts);
            wire = known;
        }
        return known;
    }

    private static byte[] encode(List<Frame> parts) {
        if (parts.size() == 1) {
            return parts.get(0).encoded();
        }
        int length = 0;
        for (Frame part : parts) {
            length += part.encoded().length;
        }
        byte[] all = new byte[length];
        int at = 0;
        for (Frame part : parts) {
            byte[] one = part.encoded();
            System.arraycopy(one, 0, all, at, one.length);
            at += one.length;
        }
        return all;
    }

    private static byte[] encode(byte[] payload) {
        int header = payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10;
        byte[] encoded = new byte[header + payload.length];
        ByteBuf start = Unpooled.wrappedBuffer(encoded).clear().writeByte(TEXT_FINAL);
        if (header == 2) {
            start.writeByte(payload.length);
        } else if (header == 4) {
            start.writeByte(126).writeShort(payload.length);
        } else {
            start.writeByte(127).writeLong(payload.length);
        }
        start.writeBytes(payload);
        return encoded;
    }
}

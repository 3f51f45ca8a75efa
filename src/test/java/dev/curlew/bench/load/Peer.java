package dev.curlew.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** One WebSocket, as bare as it can be: no library between the socket and the counting. On the loop's thread only. */
final class Peer {

    private static final int RECEIVE_BUFFER = 256 * 1024;
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final byte[] EMPTY = {};

    private final Loop loop;
    private final PeerSet set;
    private final String hello;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final Deque<ByteBuffer> unsent = new ArrayDeque<>();
    private byte[] rest = EMPTY;
    private State state = State.CONNECTING;

    /** The highest number seen of the conversation that is measured. */
    long lastSeq;

    private enum State {
        CONNECTING,
        SHAKING_HANDS,
        LOGGING_IN,
        OPEN,
        CLOSED
    }

    /** @param hello what it says first, or null */
    Peer(Loop loop, PeerSet set, InetSocketAddress from, InetSocketAddress to, String hello) throws IOException {
        this.loop = loop;
        this.set = set;
        this.hello = hello;
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
        if (from != null) {
            channel.bind(from);
        }
        channel.connect(to);
        key = channel.register(loop.selector, SelectionKey.OP_CONNECT, this);
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    void ready(SelectionKey ready) {
        try {
            if (ready.isConnectable() && channel.finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                state = State.SHAKING_HANDS;
                write(ByteBuffer.wrap(("GET " + set.path() + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                                + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                + "Sec-WebSocket-Version: 13\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII)));
                return;
            }
            if (ready.isWritable()) {
                flush();
            }
            if (ready.isReadable()) {
                read();
            }
        } catch (IOException e) {
            close();
        }
    }

    /** Sends a text frame; its mask is zero, which changes nothing and costs nothing. */
    void send(byte[] text) {
        int length = text.length;
        ByteBuffer frame = ByteBuffer.allocate(length + 14);
        frame.put((byte) 0x81);
        if (length < 126) {
            frame.put((byte) (0x80 | length));
        } else {
            frame.put((byte) (0x80 | 126)).putShort((short) length);
        }
        frame.putInt(0).put(text).flip();
        write(frame);
    }

    void close() {
        if (state != State.CLOSED) {
            State before = state;
            state = State.CLOSED;
            try {
                channel.close();
            } catch (IOException ignored) {
                // It is gone either way.
            }
            set.closed(this, before == State.OPEN);
        }
    }

    private void write(ByteBuffer data) {
        try {
            if (unsent.isEmpty()) {
                channel.write(data);
            }
            if (data.hasRemaining()) {
                unsent.add(data);
                key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            }
        } catch (IOException e) {
            close();
        }
    }

    private void flush() throws IOException {
        while (!unsent.isEmpty()) {
            channel.write(unsent.peek());
            if (unsent.peek().hasRemaining()) {
                return;
            }
            unsent.remove();
        }
        key.interestOps(SelectionKey.OP_READ);
    }

    private void read() throws IOException {
        loop.incoming.clear();
        int count = channel.read(loop.incoming);
        if (count < 0) {
            close();
            return;
        }
        byte[] bytes = loop.bytes;
        int end = rest.length + count;
        System.arraycopy(rest, 0, bytes, 0, rest.length);
        loop.incoming.flip().get(bytes, rest.length, count);
        int from = state == State.SHAKING_HANDS ? shaken(bytes, end) : 0;
        while (state != State.CLOSED) {
            int next = frame(bytes, from, end);
            if (next < 0) {
                break;
            }
            from = next;
        }
        rest = from == end ? EMPTY : Arrays.copyOfRange(bytes, from, end);
    }

    /** Where the answer to the handshake ends. */
    private int shaken(byte[] bytes, int end) {
        for (int i = 3; i < end; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
                if (bytes[9] != '1' || bytes[11] != '1') {
                    close();
                    return end;
                }
                if (hello == null) {
                    opened();
                } else {
                    state = State.LOGGING_IN;
                    send(hello.getBytes(StandardCharsets.UTF_8));
                }
                return i + 1;
            }
        }
        return 0;
    }

    private void opened() {
        state = State.OPEN;
        set.opened(this);
    }

    /** Handles the frame that begins there. @return where the next one begins, -1 when this one has not come whole */
    private int frame(byte[] bytes, int from, int end) {
        if (state == State.SHAKING_HANDS || end - from < 2) {
            return -1;
        }
        int length = bytes[from + 1] & 0x7f;
        int head = 2;
        if (length == 126) {
            if (end - from < 4) {
                return -1;
            }
            length = (bytes[from + 2] & 0xff) << 8 | bytes[from + 3] & 0xff;
            head = 4;
        } else if (length == 127) {
            if (end - from < 10) {
                return -1;
            }
            length = (int) ByteBuffer.wrap(bytes, from + 2, 8).getLong();
            head = 10;
        }
        int begin = from + head;
        if (end - begin < length) {
            return -1;
        }
        int opcode = bytes[from] & 0x0f;
        if (opcode == TEXT) {
            text(bytes, begin, begin + length);
        } else if (opcode == PING) {
            write(ByteBuffer.wrap(new byte[] {(byte) 0x8a, (byte) 0x80, 0, 0, 0, 0}));
        } else if (opcode == CLOSE) {
            close();
        }
        return begin + length;
    }

    private void text(byte[] bytes, int from, int to) {
        if (state == State.LOGGING_IN) {
            if (Line.isSuccess(bytes, from, to)) {
                opened();
            } else {
                close();
            }
        } else if (state == State.OPEN) {
            set.frame(this, bytes, from, to);
        }
    }
}

package dev.curlew.cases;

import dev.curlew.client.Account;
import dev.curlew.protocol.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client that logs in and then reads nothing, with little room in its own buffers. */
final class DeafClient {

    private static final int SMALL = 8_192;
    private static final int PATIENCE_MS = 30_000;

    private final Socket socket = new Socket();

    DeafClient(String url, Account user) {
        URI node = URI.create(url);
        try {
            socket.setReceiveBufferSize(SMALL);
            socket.setSoTimeout(PATIENCE_MS);
            socket.connect(new InetSocketAddress(node.getHost(), node.getPort()));
            String request = "GET /ws HTTP/1.1\r\nHost: " + node.getHost() + "\r\nConnection: Upgrade\r\n"
                    + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            readUntil("\r\n\r\n");
            var login = Json.object().put("op", "login").put("id", "1");
            login.putObject("data").put("token", user.token());
            socket.getOutputStream().write(frame(Json.bytes(login)));
            readUntil("server_time");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readUntil(String end) throws IOException {
        StringBuilder seen = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (seen.indexOf(end) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("Ended after " + seen);
            }
            seen.append((char) next);
        }
    }

    /** A text frame whose mask changes nothing. */
    private static byte[] frame(byte[] payload) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(0x81);
        frame.write(0x80 | 126);
        frame.write(payload.length >> 8);
        frame.write(payload.length & 0xff);
        frame.writeBytes(new byte[4]);
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    /** Reads what was sent to it until its end; how many bytes that were. */
    long drain() {
        byte[] buffer = new byte[65_536];
        long all = 0;
        try (socket) {
            for (int read; (read = socket.getInputStream().read(buffer)) >= 0; ) {
                all += read;
            }
        } catch (IOException reset) {
            // The node ended the connection: that is an end, too.
        }
        return all;
    }
}

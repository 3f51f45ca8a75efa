package dev.curlew.dev;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** The smallest question to each store that only a working one answers, without a driver's pools and retries. */
final class Pings {
    private static final int OP_MSG = 2013;

    private Pings() {}

    static boolean redis(String host, int port, int patienceMs) throws IOException {
        return "+PONG".equals(askRedis("PING", 5, host, port, patienceMs));
    }

    /** Not a ping, but asked in the same way. */
    static boolean flushRedis(String host, int port, int patienceMs) throws IOException {
        return "+OK".equals(askRedis("FLUSHALL", 3, host, port, patienceMs));
    }

    private static String askRedis(String command, int length, String host, int port, int patienceMs)
            throws IOException {
        try (Socket socket = connect(host, port, patienceMs)) {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
        }
    }

    /** The server speaks first; protocol 10 is the greeting, 255 an error packet. */
    static boolean mysql(String host, int port, int patienceMs) throws IOException {
        try (Socket socket = connect(host, port, patienceMs)) {
            byte[] answer = socket.getInputStream().readNBytes(5);
            return answer.length == 5 && answer[4] == 10;
        }
    }

    static boolean mongo(String host, int port, int patienceMs) throws IOException {
        BsonDocument ping = new BsonDocument("ping", new BsonInt32(1)).append("$db", new BsonString("admin"));
        BasicOutputBuffer body = new BasicOutputBuffer();
        new BsonDocumentCodec()
                .encode(
                        new BsonBinaryWriter(body),
                        ping,
                        EncoderContext.builder().build());
        int length = 16 + 4 + 1 + body.getSize();
        ByteBuffer message = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(length).putInt(1).putInt(0).putInt(OP_MSG).putInt(0).put((byte) 0);
        message.put(body.toByteArray());
        try (Socket socket = connect(host, port, patienceMs)) {
            OutputStream out = socket.getOutputStream();
            out.write(message.array());
            out.flush();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            return Integer.reverseBytes(in.readInt()) > 16;
        }
    }

    /** A broker that has joined its cluster lists itself; one that is merely listening does not. */
    static boolean kafka(String bootstrap, int patienceMs) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", bootstrap);
        properties.put("request.timeout.ms", patienceMs);
        properties.put("default.api.timeout.ms", patienceMs);
        Admin admin = Admin.create(properties);
        try {
            return !admin.describeCluster()
                    .nodes()
                    .get(patienceMs, TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            // Without a bound it waits for a broker that is frozen.
            admin.close(Duration.ofMillis(patienceMs));
        }
    }

    /** Whether anything listens: asked first, since a Kafka client that finds nobody is noisy and slow. */
    static boolean listens(String host, int port, int patienceMs) {
        try (Socket socket = connect(host, port, patienceMs)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Socket connect(String host, int port, int patienceMs) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(host, port), patienceMs);
            socket.setSoTimeout(patienceMs);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}

package dev.curlew.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.curlew.dev.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SlowPortTest {

    private final int target = Ports.free();
    private ServerSocket echo;
    private SlowPort port;

    @BeforeEach
    void open() throws IOException {
        echo = echo();
        port = new SlowPort(target);
    }

    @AfterEach
    void close() throws IOException {
        port.close();
        echo.close();
    }

    @Test
    void passesAtOnceWhatItIsGiven() throws IOException {
        try (Socket client = client()) {
            assertThat(answered(client, 1)).isLessThan(1_000);
        }
    }

    @Test
    void answersAreLateTogetherAndNotOneAfterTheOther() throws IOException {
        port.delay(Duration.ofMillis(300));
        try (Socket client = client()) {
            client.getOutputStream().write(1);
            long start = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                client.getOutputStream().write(i);
            }
            client.getInputStream().readNBytes(11);
            assertThat((System.nanoTime() - start) / 1_000_000).isBetween(250L, 2_000L);
        }
    }

    @Test
    void whatIsLostStaysLostAndItsConnectionEnds() throws IOException {
        try (Socket client = client();
                Socket next = client()) {
            answered(client, 1);
            port.lose();
            client.getOutputStream().write(2);
            await().during(Duration.ofMillis(200))
                    .until(() -> client.getInputStream().available() == 0);
            port.heal();
            assertThat(ended(client)).isTrue();
            assertThat(ended(next))
                    .as("nothing of it was lost, but nobody knows")
                    .isTrue();
        }
        try (Socket client = client()) {
            assertThat(answered(client, 3)).isLessThan(1_000);
        }
    }

    private static boolean ended(Socket client) {
        try {
            return client.getInputStream().read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    void nothingComesWhileItStalls() throws IOException {
        try (Socket client = client()) {
            answered(client, 1);
            port.stall(Duration.ofMillis(400));
            assertThat(answered(client, 2)).isGreaterThanOrEqualTo(390);
            assertThat(answered(client, 3)).isLessThan(400);
        }
    }

    @Test
    void nobodyListensHereWhileNobodyListensThere() throws IOException {
        echo.close();
        // A thread that was just accepting may still take one connection.
        await().untilAsserted(() -> assertThatThrownBy(
                        () -> new Socket(InetAddress.getLoopbackAddress(), target).close())
                .isInstanceOf(IOException.class));
        // The first one learns it from a connection that is reset.
        try (Socket first = client()) {
            assertThatThrownBy(() -> answered(first, 1)).isInstanceOf(IOException.class);
        }
        await().untilAsserted(() -> assertThatThrownBy(this::client).isInstanceOf(IOException.class));
        echo = echo();
        await().ignoreExceptions().untilAsserted(() -> {
            try (Socket client = client()) {
                answered(client, 1);
            }
        });
    }

    private Socket client() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port.port());
    }

    /** Milliseconds until the byte came back. */
    private static long answered(Socket client, int value) throws IOException {
        long start = System.nanoTime();
        client.getOutputStream().write(value);
        if (client.getInputStream().read() != value) {
            throw new IOException("another answer");
        }
        return (System.nanoTime() - start) / 1_000_000;
    }

    private ServerSocket echo() throws IOException {
        ServerSocket server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
        Thread thread = new Thread(() -> accept(server), "echo");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private static void accept(ServerSocket server) {
        while (!server.isClosed()) {
            try {
                Socket one = server.accept();
                Thread thread = new Thread(() -> echo(one), "echo-one");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void echo(Socket one) {
        try (one) {
            one.getInputStream().transferTo(one.getOutputStream());
        } catch (IOException ended) {
            // By the test.
        }
    }
}

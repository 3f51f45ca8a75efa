package dev.curlew.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.curlew.dev.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RelayTest {

    private static final String HOST = "127.0.0.39";

    private final int port = Ports.free();

    @Test
    void whatIsSentIntoACutWayArrivesWhenItIsWholeAgain() throws IOException {
        try (ServerSocket target = new ServerSocket(port, 10, InetAddress.getLoopbackAddress());
                Relay relay = new Relay(HOST, port);
                Socket client = new Socket(HOST, port);
                Socket server = target.accept()) {
            client.getOutputStream().write(1);
            assertThat(server.getInputStream().read()).isEqualTo(1);
            relay.cut();
            client.getOutputStream().write(2);
            server.getOutputStream().write(3);
            await().during(Duration.ofMillis(200))
                    .until(() -> server.getInputStream().available() == 0
                            && client.getInputStream().available() == 0);
            relay.heal();
            assertThat(server.getInputStream().read()).isEqualTo(2);
            assertThat(client.getInputStream().read()).isEqualTo(3);
        }
    }

    @Test
    void whoCallsWhileItIsCutIsHeardAfterwards() throws IOException {
        try (ServerSocket target = new ServerSocket(port, 10, InetAddress.getLoopbackAddress());
                Relay relay = new Relay(HOST, port)) {
            relay.cut();
            try (Socket client = new Socket(HOST, port)) {
                client.getOutputStream().write(1);
                target.setSoTimeout(200);
                assertThat(accepted(target)).isFalse();
                relay.heal();
                target.setSoTimeout(5_000);
                assertThat(accepted(target)).isTrue();
            }
        }
    }

    private static boolean accepted(ServerSocket target) {
        try (Socket one = target.accept()) {
            return one.isConnected();
        } catch (IOException nobody) {
            return false;
        }
    }
}

package dev.curlew.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.TestStores;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Two nodes on the same stores that cannot reach each other: what one knows of the other's users can only come from Redis. */
class PresenceApartIT {

    @Test
    @Requirement({"A-050", "A-012", "A-243", "A-314"})
    void presenceIsAskedOfRedisAlone() {
        try (TestCluster one = TestCluster.start(TestStores.shared(), "apart", 1);
                TestCluster other = TestCluster.start(TestStores.shared(), "apart", 1, "node.id=elsewhere1")) {
            Account alice = one.user("alice");
            Account bob = one.user("bob");
            try (TestClient socket = one.socket(0, bob)) {
                assertThat(socket.session()).isNotBlank();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(1))
                        .untilAsserted(() -> assertThat(other.http(0).presence(alice, bob.uid()))
                                .isEqualTo("online"));
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(5))
                    .untilAsserted(() ->
                            assertThat(other.http(0).presence(alice, bob.uid())).isEqualTo("offline"));
        }
    }
}

package dev.curlew.cases;

import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ten thousand times attached and detached while somebody speaks. {@code make test-full} runs it. */
class AttachRaceFull {

    @Test
    void tenThousandCyclesMissAndDoubleNothing() {
        try (TestCluster cluster =
                TestCluster.start(TestStores.shared(), "race", 3, "socket.requests_per_second=100000")) {
            new AttachRace(cluster, List.of(cluster.user("speaker"), cluster.user("member"))).run(10_000);
        }
    }
}

package dev.curlew.requirements;

import dev.curlew.node.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What tests on the shared nodes begin with: the nodes, and a look into the stores behind them. */
abstract class SharedClusterProbe {

    static final Duration SOON = Duration.ofSeconds(15);

    static TestCluster cluster;
    static Probe probe;

    @BeforeAll
    static void openProbe() {
        cluster = TestCluster.shared();
        probe = new Probe(cluster.config(0));
    }

    @AfterAll
    static void closeProbe() {
        probe.close();
    }
}

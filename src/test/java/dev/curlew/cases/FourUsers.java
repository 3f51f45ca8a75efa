package dev.curlew.cases;

import dev.curlew.client.Account;
import dev.curlew.node.TestCluster;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Four users nobody has heard of, for each test, on the nodes that tests share. */
abstract class FourUsers {

    static TestCluster cluster;

    Account owner;
    Account admin;
    Account member;
    Account other;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
    }

    @BeforeEach
    void users() {
        owner = cluster.user("owner");
        admin = cluster.user("admin");
        member = cluster.user("member");
        other = cluster.user("other");
    }
}

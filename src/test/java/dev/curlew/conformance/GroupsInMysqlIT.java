package dev.curlew.conformance;

import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;

/** Groups in MySQL. */
class GroupsInMysqlIT extends MessageStoreSuite {

    @Override
    TestCluster start() {
        return TestCluster.start(TestStores.shared(), "confgroups", 2);
    }

    @Override
    Talkers talkers(TestCluster on) {
        return Talkers.group(on);
    }
}

package dev.curlew.conformance;

import dev.curlew.node.TestCluster;

/** Groups in MySQL. */
class GroupsInMysqlIT extends CountedInRedisSuite {

    @Override
    String own() {
        return "confgroups";
    }

    @Override
    Talkers talkers(TestCluster on) {
        return Talkers.group(on);
    }
}

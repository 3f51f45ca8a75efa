package dev.curlew.conformance;

import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;

/** Single chats in MongoDB by way of Kafka. */
class ChatsInMongoIT extends MessageStoreSuite {

    @Override
    TestCluster start() {
        return TestCluster.start(TestStores.shared(), "confmongo", 2);
    }

    @Override
    Talkers talkers(TestCluster on) {
        return Talkers.pair(on);
    }
}

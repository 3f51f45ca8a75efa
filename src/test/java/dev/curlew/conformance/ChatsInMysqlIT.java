package dev.curlew.conformance;

import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;

/** Single chats in {@code im_messages}: neither Kafka nor MongoDB is there. */
class ChatsInMysqlIT extends MessageStoreSuite {

    @Override
    TestCluster start() {
        return TestCluster.start(
                TestStores.shared(),
                "confmysql",
                2,
                "store.single=mysql",
                "mongo.uri=mongodb://127.0.0.1:1",
                "kafka.bootstrap=127.0.0.1:1");
    }

    @Override
    Talkers talkers(TestCluster on) {
        return Talkers.pair(on);
    }
}

package dev.curlew.conformance;

import dev.curlew.node.TestCluster;
import dev.curlew.store.redis.RedisKeys;
import redis.clients.jedis.Jedis;

/** Single chats in MongoDB by way of Kafka. */
class ChatsInMongoIT extends CountedInRedisSuite {

    @Override
    String own() {
        return "confmongo";
    }

    @Override
    void lose(Jedis redis, RedisKeys keys, int numbers) {
        redis.hincrBy(keys.sequence("demo", talk().id), "CURR", numbers);
    }

    @Override
    Talkers talkers(TestCluster on) {
        return Talkers.pair(on);
    }
}

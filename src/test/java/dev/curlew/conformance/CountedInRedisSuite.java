package dev.curlew.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import dev.curlew.client.Page;
import dev.curlew.config.CurlewConfig;
import dev.curlew.domain.GroupId;
import dev.curlew.store.redis.RedisKeys;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** What holds, besides, where Redis gives the numbers: some may be lost on the way. */
abstract class CountedInRedisSuite extends MessageStoreSuite {

    @Override
    int nodes() {
        return 2;
    }

    @Override
    String[] settings() {
        return new String[0];
    }

    /** Takes numbers that no message will have. */
    void lose(Jedis redis, RedisKeys keys, int numbers) {
        redis.incrBy(keys.topicLastSeq("demo", GroupId.topicOf(talk().id)), numbers);
    }

    @Test
    @Requirement("X-001")
    void aNumberThatNobodyGotIsAbsentAndCountsForNothing() {
        long first = talk().send(talk().alice, "before");
        CurlewConfig config = cluster().config(0);
        String[] at = config.redis().addr().split(":");
        try (Jedis redis = new Jedis(at[0], Integer.parseInt(at[1]))) {
            redis.select(config.redis().db());
            lose(redis, new RedisKeys(config.redis().keyPrefix()), 3);
        }
        long second = talk().send(talk().alice, "after");
        assertThat(second).isEqualTo(first + 4);
        assertThat(talk().send(talk().bob, "and on")).isEqualTo(second + 1);
        Page page = talk().pull(talk().bob, 0, 50);
        assertThat(page.messages()).extracting(message -> message.seq()).containsExactly(first, second, second + 1);
        assertThat(page.absent()).hasSize(1);
        assertThat(page.absent().get(0)).containsExactly(first + 1, second - 1);
        assertThat(talk().unread(talk().bob)).isZero();
        assertThat(talk().unread(talk().alice)).isEqualTo(1);
    }
}

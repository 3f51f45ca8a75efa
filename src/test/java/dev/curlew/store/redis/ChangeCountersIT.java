package dev.curlew.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.store.ChangeFeed.Feed;
import dev.curlew.store.UserKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What changed for a user, as Redis keeps it, and what is left of it after a loss. */
class ChangeCountersIT {

    private static final AtomicLong NEXT_UID = new AtomicLong(System.nanoTime());
    private static final String ONE = "si_1_2";
    private static final String OTHER = "si_1_3";

    private static Vertx vertx;
    private static RedisLink redis;
    private static RedisKeys keys;
    private static ChangeCounters counters;

    private final UserKey user = new UserKey("demo", NEXT_UID.incrementAndGet());

    @BeforeAll
    static void open() {
        CurlewConfig config = TestConfig.on(TestStores.shared(), "changecounters");
        vertx = Vertx.vertx();
        redis = new RedisLink(vertx, config.redis());
        await(redis.open());
        keys = new RedisKeys(config.redis().keyPrefix());
        counters = new ChangeCounters(redis, keys);
    }

    @AfterAll
    static void close() {
        await(redis.close());
        await(vertx.close());
    }

    @Test
    @Requirement("B-210")
    void aChangeMovesTheNumberOfItsConversationAlone() {
        long first = raise(ONE);
        long second = raise(OTHER);
        long third = raise(OTHER);
        assertThat(List.of(second, third)).containsExactly(first + 1, first + 2);
        Feed feed = await(counters.feed(user));
        assertThat(feed.numbers())
                .containsEntry(ONE, first)
                .containsEntry(OTHER, third)
                .hasSize(2);
        assertThat(feed.counter()).isEqualTo(third);
        assertThat(feed.changedAfter(first)).containsExactly(OTHER);
        assertThat(feed.changedAfter(first - 1)).containsExactly(ONE, OTHER);
        String key = keys.conversationVersions(user.tenant(), user.uid());
        assertThat(await(redis.send(Request.cmd(Command.TYPE).arg(key))).toString())
                .isEqualTo("hash");
        assertThat(await(redis.send(Request.cmd(Command.TTL).arg(key))).toLong())
                .isBetween(43_100L, 43_200L);
    }

    @Test
    void numbersAfterALossAreAboveAllBeforeAndDoNotPretendToKnowThem() {
        long before = raise(ONE);
        await(redis.send(Request.cmd(Command.DEL)
                .arg(keys.changeCounter(user.tenant(), user.uid()))
                .arg(keys.conversationVersions(user.tenant(), user.uid()))));
        long after = raise(OTHER);
        assertThat(after).isGreaterThan(before);
        Feed feed = await(counters.feed(user));
        assertThat(feed.knowsAfter(before)).isFalse();
        assertThat(feed.knowsAfter(feed.from())).isTrue();
        assertThat(feed.knowsAfter(feed.counter() + 1)).isFalse();
    }

    @Test
    void aSeededListHoldsWhatChangedLatelyAboveTheRest() {
        raise(ONE);
        await(counters.seed(user, List.of("si_1_9", ONE, OTHER)));
        Feed feed = await(counters.feed(user));
        assertThat(feed.whole()).isTrue();
        assertThat(feed.changedAfter(feed.from())).containsExactly("si_1_9", OTHER, ONE);
        long last = raise("si_1_9");
        assertThat(await(counters.feed(user)).changedAfter(last - 1)).containsExactly("si_1_9");
    }

    @Test
    void aCounterThatBeginsIsTheOneThatGoesOn() {
        long begun = await(counters.begin(user));
        assertThat(await(counters.begin(user))).isEqualTo(begun);
        assertThat(raise(ONE)).isEqualTo(begun + 1);
        assertThat(await(counters.counters(List.of(user)))).containsEntry(user, begun + 1);
    }

    private long raise(String conversation) {
        return await(counters.raise(user.tenant(), conversation, List.of(user.uid())))
                .get(user.uid());
    }

    private static <T> T await(Future<T> future) {
        return future.timeout(10, TimeUnit.SECONDS).await();
    }
}

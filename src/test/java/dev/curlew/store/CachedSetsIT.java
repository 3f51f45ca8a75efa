package dev.curlew.store;

import static dev.curlew.api.ApiNode.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.TestConfig;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.Pause;
import dev.curlew.dev.TestStores;
import dev.curlew.store.CacheAsideSets.Delta;
import dev.curlew.store.CacheAsideSets.Question;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.redis.RedisLink;
import dev.curlew.store.redis.SetCache;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Sets between MySQL and Redis, from two nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CachedSetsIT {

    private static final String OWN = "setsit";
    private static final String T = "demo";
    private static final long TTL_S = 300;

    private final Vertx vertx = Vertx.vertx();
    private MysqlPool mysql;
    private RedisLink redis;
    private TableSets table;
    private CacheAsideSets sets;
    private CacheAsideSets elsewhere;

    @BeforeAll
    void start() {
        CurlewConfig config =
                TestConfig.on(TestStores.shared(), OWN, "redis.key_prefix=" + OWN, "redis.read_timeout_ms=2000");
        mysql = new MysqlPool(vertx, config.mysql());
        get(mysql.query("CREATE DATABASE IF NOT EXISTS " + OWN));
        get(mysql.query("CREATE TABLE IF NOT EXISTS " + OWN
                + ".sets (id VARCHAR(32) NOT NULL, member BIGINT NOT NULL, PRIMARY KEY (id, member)) ENGINE = InnoDB"));
        redis = new RedisLink(vertx, config.redis());
        get(redis.open());
        table = new TableSets(mysql, OWN + ".sets");
        sets = node();
        elsewhere = node();
    }

    private CacheAsideSets node() {
        return new CacheAsideSets(
                CachedSetsIT::key, new SetCache(redis, TTL_S), new Invalidation(vertx, redis, TTL_S), table);
    }

    @AfterAll
    void stop() {
        get(mysql.query("DROP DATABASE " + OWN));
        get(redis.close());
        get(mysql.close());
        get(vertx.close());
    }

    @Test
    void aSetIsLoadedOnceAndAnEmptyOneIsKnownToBeEmpty() {
        get(table.put("some", List.of(1L, 2L)));
        assertThat(queries(() -> {
                    assertThat(get(sets.contains(T, "some", 1))).isTrue();
                    assertThat(get(sets.contains(T, "none", 1))).isFalse();
                }))
                .isEqualTo(2);
        assertThat(queries(() -> {
                    assertThat(get(elsewhere.contains(T, "some", 2))).isTrue();
                    assertThat(get(sets.contains(T, "some", 3))).isFalse();
                    assertThat(get(sets.contains(T, "none", 1))).isFalse();
                    assertThat(get(sets.members(T, "some"))).containsExactlyInAnyOrder(1L, 2L);
                    assertThat(get(sets.members(T, "none"))).isEmpty();
                    assertThat(get(sets.size(T, "some"))).isEqualTo(2);
                    assertThat(get(sets.size(T, "none"))).isZero();
                }))
                .isZero();
        assertThat(Long.parseLong(command(Command.TTL, key(T, "none")))).isBetween(TTL_S - 5, TTL_S);
    }

    @Test
    void aSetWithoutItsMarkIsNotBelieved() {
        get(table.put("unmarked", List.of(7L)));
        get(redis.send(Request.cmd(Command.SADD).arg(key(T, "unmarked")).arg(8)));
        assertThat(get(sets.contains(T, "unmarked", 7))).isTrue();
        assertThat(get(sets.contains(T, "unmarked", 8))).isFalse();
        assertThat(get(sets.members(T, "unmarked"))).containsExactly(7L);
    }

    @Test
    void aHundredWaitingReadersAreOneQuery() {
        get(table.put("crowd", List.of(5L)));
        List<Future<Boolean>> readers = new ArrayList<>();
        assertThat(queries(() -> {
                    for (int i = 0; i < 100; i++) {
                        readers.add((i % 2 == 0 ? sets : elsewhere).contains(T, "crowd", i));
                    }
                    get(Future.join(readers));
                }))
                // On each node one question leaves alone; who finds the set being filled elsewhere asks for what it
                // wants to know.
                .isLessThanOrEqualTo(4);
        for (int i = 0; i < 100; i++) {
            assertThat(readers.get(i).result()).isEqualTo(i == 5);
        }
        get(table.put("crowd of one", List.of(5L)));
        assertThat(queries(() -> {
                    List<Future<?>> here = new ArrayList<>();
                    for (int i = 0; i < 100; i++) {
                        here.add(sets.contains(T, "crowd of one", i));
                    }
                    get(Future.join(here));
                }))
                .isEqualTo(1);
        assertThat(queries(() -> {
                    List<Future<?>> here = new ArrayList<>();
                    for (int i = 0; i < 100; i++) {
                        here.add(sets.members(T, "whole crowd"));
                    }
                    get(Future.join(here));
                }))
                .isEqualTo(1);
    }

    @Test
    void questionsAboutManySetsAreOnePipeline() {
        List<Question> asked = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            get(table.put("many" + i, List.of((long) i)));
            asked.add(new Question(T, "many" + i, i));
            asked.add(new Question(T, "many" + i, i + 1));
        }
        assertThat(get(sets.containing(asked))).hasSize(200);
        long before = redis.requests();
        assertThat(get(sets.containing(asked))).hasSize(200);
        // The first question leaves alone and the others gather meanwhile; on a busy machine it is back before the last
        // has come.
        assertThat(redis.requests() - before).isLessThanOrEqualTo(5);
    }

    @Test
    void aLargeSetIsLoadedInPieces() {
        int size = 100_000;
        for (int i = 0; i < size; i += SetCache.PIECE) {
            get(mysql.query("INSERT INTO " + OWN + ".sets VALUES "
                    + LongStream.rangeClosed(i + 1, i + SetCache.PIECE)
                            .mapToObj(member -> "('large'," + member + ")")
                            .collect(Collectors.joining(","))));
        }
        assertThat(get(sets.contains(T, "large", size))).isTrue();
        assertThat(queries(() -> {
                    assertThat(get(sets.contains(T, "large", size + 1))).isFalse();
                    assertThat(get(sets.size(T, "large"))).isEqualTo(size);
                    assertThat(get(sets.members(T, "large")))
                            .isEqualTo(new HashSet<>(
                                    LongStream.rangeClosed(1, size).boxed().toList()));
                }))
                .isZero();
    }

    @Test
    void whatWasReadBeforeAChangeIsNotKeptAfterIt() {
        get(table.put("slow", List.of(1L)));
        Promise<Void> read = Promise.promise();
        Promise<Void> goOn = Promise.promise();
        table.meanwhile = () -> {
            table.meanwhile = Future::succeededFuture;
            read.complete();
            return goOn.future();
        };
        Future<Boolean> reader = sets.contains(T, "slow", 2);
        get(read.future());
        get(elsewhere.change(T, List.of("slow"), () -> table.put("slow", List.of(2L))));
        goOn.complete();
        get(reader);
        assertThat(get(sets.contains(T, "slow", 2))).isTrue();
        assertThat(get(elsewhere.members(T, "slow"))).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void aReadDuringAChangeNeverLeavesTheOldValue() {
        for (int i = 0; i < 1000; i++) {
            boolean add = i % 2 == 0;
            List<Future<?>> reads = new ArrayList<>();
            reads.add(elsewhere.contains(T, "racing", 1));
            Future<Void> change = sets.change(T, List.of("racing"), () -> {
                reads.add(sets.contains(T, "racing", 1));
                reads.add(elsewhere.members(T, "racing"));
                return add ? table.put("racing", List.of(1L)) : table.take("racing", 1);
            });
            reads.add(elsewhere.contains(T, "racing", 1));
            reads.add(sets.members(T, "racing"));
            get(change);
            get(Future.join(reads));
            assertThat(get(elsewhere.contains(T, "racing", 1))).isEqualTo(add);
            assertThat(get(sets.members(T, "racing"))).isEqualTo(add ? Set.of(1L) : Set.of());
        }
    }

    @Test
    void aPatchedSetStaysLoadedAndTwoAtOnceEndRight() {
        get(table.put("patched", List.of(1L)));
        get(sets.members(T, "patched"));
        get(sets.patch(T, "patched", () -> added("patched", 2)));
        assertThat(queries(() -> {
                    assertThat(get(sets.members(T, "patched"))).containsExactlyInAnyOrder(1L, 2L);
                    assertThat(get(sets.size(T, "patched"))).isEqualTo(2);
                }))
                .isZero();
        for (int i = 0; i < 300; i++) {
            long member = 10 + i;
            Future<Void> here = sets.patch(T, "patched", () -> added("patched", member));
            Future<Void> there = elsewhere.patch(T, "patched", () -> removed("patched", member - 1));
            get(Future.join(here, there, sets.members(T, "patched"), elsewhere.contains(T, "patched", member)));
            assertThat(get(sets.contains(T, "patched", member))).isTrue();
            assertThat(get(elsewhere.contains(T, "patched", member - 1))).isFalse();
        }
        assertThat(get(sets.members(T, "patched"))).containsExactlyInAnyOrder(1L, 2L, 309L);
    }

    @Test
    void aFailedChangeLeavesNothingWrong() {
        get(table.put("failing", List.of(1L)));
        get(sets.members(T, "failing"));
        Future<Object> failed =
                sets.change(T, List.of("failing"), () -> Future.failedFuture(new IllegalStateException("no")));
        assertThat(get(failed.map(false).otherwise(true))).isTrue();
        get(sets.<Void>patch(T, "failing", () -> Future.failedFuture(new IllegalStateException("no")))
                .otherwiseEmpty());
        assertThat(get(sets.members(T, "failing"))).containsExactly(1L);
    }

    @Test
    void withoutRedisMysqlAnswersAndNoOldValueSurvivesItsReturn() {
        get(table.put("away", List.of(1L)));
        get(sets.members(T, "away"));
        TestStores.processes().redis().pause();
        try {
            assertThat(get(sets.contains(T, "away", 1))).isTrue();
            get(sets.change(T, List.of("away"), () -> table.take("away", 1)));
            assertThat(get(sets.contains(T, "away", 1))).isFalse();
            get(sets.patch(T, "away", () -> added("away", 2)));
            assertThat(get(sets.members(T, "away"))).containsExactly(2L);
            assertThat(get(sets.size(T, "away"))).isEqualTo(1);
        } finally {
            TestStores.processes().redis().resume();
        }
        await(redis::up);
        assertThat(get(sets.contains(T, "away", 1))).isFalse();
        await(() -> !get(elsewhere.contains(T, "away", 1)) && get(elsewhere.contains(T, "away", 2)));
    }

    @Test
    void aRedisThatRestartedIsNotBelieved() {
        get(table.put("restart", List.of(1L)));
        get(sets.members(T, "restart"));
        TestStores.processes().redis().kill();
        get(table.take("restart", 1));
        TestStores.processes().redis().start();
        await(redis::up);
        assertThat(get(sets.contains(T, "restart", 1))).isFalse();
        assertThat(get(elsewhere.members(T, "restart"))).isEmpty();
    }

    private Future<Delta<Void>> added(String id, long member) {
        return table.put(id, List.of(member)).map(done -> new Delta<>(List.of(member), List.of(), null));
    }

    private Future<Delta<Void>> removed(String id, long member) {
        return table.take(id, member).map(done -> new Delta<>(List.of(), List.of(member), null));
    }

    private long queries(Runnable work) {
        long before = mysql.requests();
        work.run();
        return mysql.requests() - before;
    }

    private String command(Command command, String key) {
        return get(redis.send(Request.cmd(command).arg(key))).toString();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + 10_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Pause.millis(20);
        }
    }

    private static String key(String tenant, String id) {
        return OWN + ":" + tenant + ":relation:test:" + id;
    }
}

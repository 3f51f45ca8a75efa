package dev.curlew.store.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.Presence;
import dev.curlew.store.PresenceDirectory.Entry;
import dev.curlew.store.PresenceDirectory.Live;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import dev.curlew.store.PresenceDirectory.Replaced;
import dev.curlew.store.SessionDirectory.SessionRef;
import dev.curlew.store.UserKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PresenceStoreIT {

    private static final String TENANT = "presit";
    private static final long TTL = 90_000;
    private static final AtomicLong NEXT_UID = new AtomicLong(1);

    private final Vertx vertx = Vertx.vertx();
    private final RedisKeys keys = new RedisKeys("im");
    private RedisLink redis;
    private PresenceStore store;

    @BeforeAll
    void start() {
        CurlewConfig config = TestConfig.on(TestStores.shared(), "presit");
        redis = new RedisLink(vertx, config.redis());
        await(redis.open());
        store = new PresenceStore(redis, keys, TTL);
    }

    @AfterAll
    void stop() {
        await(redis.close());
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(10, SECONDS)
                .join();
    }

    private static Entry entry(long uid, String session, String node, int platform, String device, long at) {
        Live live = new Live(new SessionRef(session, node, platform, device), "token-" + session, at);
        return new Entry(new UserKey(TENANT, uid), live, "Agent/1");
    }

    private static Entry entry(long uid, String session, String node) {
        return entry(uid, session, node, 5, "", System.currentTimeMillis());
    }

    private List<SessionRef> login(Entry entry) {
        return login(entry, LoginPolicy.ALL);
    }

    private List<SessionRef> login(Entry entry, LoginPolicy policy) {
        return await(store.online(entry, policy)).stream().map(Live::session).toList();
    }

    private String field(long uid, String name) {
        Response value = await(redis.send(
                Request.cmd(Command.HGET).arg(keys.presence(TENANT, uid)).arg(name)));
        return value == null ? null : value.toString();
    }

    private Response redis(Command command, String key) {
        return await(redis.send(Request.cmd(command).arg(key)));
    }

    @Test
    @Requirement({"A-036", "A-037", "A-038", "A-039", "A-040", "A-044", "A-045", "A-051", "A-052"})
    void aLoginWritesSummarySessionsAndNodeSet() {
        long uid = NEXT_UID.incrementAndGet();
        login(entry(uid, "s1", "n1", 2, "phone", 1234));
        assertThat(redis(Command.TYPE, keys.presence(TENANT, uid)).toString()).isEqualTo("hash");
        assertThat(field(uid, "online")).isEqualTo("1");
        assertThat(field(uid, "node_id")).isEqualTo("n1");
        assertThat(field(uid, "session_count")).isEqualTo("1");
        assertThat(field(uid, "last_active_at")).isEqualTo("1234");
        assertThat(field(uid, "device")).isEqualTo("2");
        assertThat(field(uid, "ua")).isEqualTo("Agent/1");
        assertThat(redis(Command.HKEYS, keys.presenceSessions(TENANT, uid))
                        .get(0)
                        .toString())
                .isEqualTo("s1");
        assertThat(redis(Command.SMEMBERS, keys.presenceNode(TENANT, "n1")).toString())
                .contains(Long.toString(uid));
        assertThat(redis(Command.PTTL, keys.presence(TENANT, uid)).toLong()).isBetween(60_000L, 120_000L);
        assertThat(redis(Command.PTTL, keys.presenceSessions(TENANT, uid)).toLong())
                .isBetween(60_000L, 120_000L);
    }

    @Test
    @Requirement({"A-041", "A-043", "A-048", "A-056"})
    void onlyTheLastSessionEndsPresence() {
        long uid = NEXT_UID.incrementAndGet();
        Entry first = entry(uid, "s1", "n1");
        Entry second = entry(uid, "s2", "n2");
        login(first);
        login(second);
        assertThat(field(uid, "session_count")).isEqualTo("2");
        assertThat(await(store.offline(second, true))).isEqualTo(1);
        assertThat(field(uid, "online")).isEqualTo("1");
        assertThat(field(uid, "session_count")).isEqualTo("1");
        assertThat(field(uid, "node_id")).isEqualTo("n1");
        assertThat(await(store.offline(first, true))).isZero();
        assertThat(await(store.offline(first, true))).isZero();
        assertThat(field(uid, "online")).isEqualTo("0");
        assertThat(field(uid, "session_count")).isEqualTo("0");
        assertThat(Long.parseLong(field(uid, "last_seen_at"))).isLessThanOrEqualTo(System.currentTimeMillis());
        assertThat(redis(Command.SMEMBERS, keys.presenceNode(TENANT, "n1")).toString())
                .doesNotContain(Long.toString(uid));
    }

    @Test
    @Requirement({"A-042", "A-047"})
    void aTouchRefreshesAndWritesAgainWhatWasLost() {
        long uid = NEXT_UID.incrementAndGet();
        Entry first = entry(uid, "s1", "n1", 5, "", 1_000);
        login(first);
        await(redis.send(
                Request.cmd(Command.PEXPIRE).arg(keys.presence(TENANT, uid)).arg(5_000)));
        await(store.touch(List.of(entry(uid, "s1", "n1", 5, "", 2_000))));
        assertThat(field(uid, "last_active_at")).isEqualTo("2000");
        assertThat(redis(Command.PTTL, keys.presence(TENANT, uid)).toLong()).isGreaterThan(60_000);
        await(redis.send(Request.cmd(Command.DEL)
                .arg(keys.presence(TENANT, uid))
                .arg(keys.presenceSessions(TENANT, uid))
                .arg(keys.presenceNode(TENANT, "n1"))));
        await(store.touch(List.of(entry(uid, "s1", "n1", 5, "", 3_000), entry(uid, "s2", "n1", 1, "", 2_500))));
        assertThat(field(uid, "online")).isEqualTo("1");
        assertThat(field(uid, "session_count")).isEqualTo("2");
        assertThat(field(uid, "last_active_at")).isEqualTo("3000");
        assertThat(field(uid, "ua")).isEqualTo("Agent/1");
        assertThat(redis(Command.SMEMBERS, keys.presenceNode(TENANT, "n1")).toString())
                .contains(Long.toString(uid));
    }

    @Test
    void theSamePlatformAndDeviceReplacesOnAnyNode() {
        long uid = NEXT_UID.incrementAndGet();
        login(entry(uid, "s1", "n1", 2, "phone", 1));
        login(entry(uid, "s2", "n1", 5, "phone", 1));
        login(entry(uid, "s3", "n1", 2, "", 1));
        assertThat(login(entry(uid, "s4", "n2", 2, "", 1))).isEmpty();
        assertThat(login(entry(uid, "s5", "n2", 2, "phone", 1)))
                .containsExactly(new SessionRef("s1", "n1", 2, "phone"));
        assertThat(sessionIds(uid)).containsExactlyInAnyOrder("s2", "s3", "s4", "s5");
    }

    @Test
    void policiesReplaceByClassOrAll() {
        long uid = NEXT_UID.incrementAndGet();
        login(entry(uid, "s1", "n1", 1, "", 1));
        login(entry(uid, "s2", "n1", 5, "", 1));
        assertThat(login(entry(uid, "s3", "n1", 2, "", 1), LoginPolicy.PER_CLASS))
                .extracting(SessionRef::sessionId)
                .containsExactly("s1");
        assertThat(login(entry(uid, "s4", "n1", 7, "", 1), LoginPolicy.ONE))
                .extracting(SessionRef::sessionId)
                .containsExactlyInAnyOrder("s2", "s3");
        assertThat(sessionIds(uid)).containsExactly("s4");
    }

    @Test
    void whatWasReplacedIsNotWrittenAgain() {
        long uid = NEXT_UID.incrementAndGet();
        Entry old = entry(uid, "s1", "n1");
        login(old);
        login(entry(uid, "s2", "n2"), LoginPolicy.ONE);
        assertThat(await(store.touch(List.of(old, entry(uid, "s3", "n1"))))).containsExactly(new Replaced("s1", true));
        assertThat(sessionIds(uid)).containsExactlyInAnyOrder("s2", "s3");
        assertThat(field(uid, "session_count")).isEqualTo("2");
    }

    @Test
    void theTokenOfAReplacedLoginIsRefusedUnlessThePolicyAllowsMany() {
        long uid = NEXT_UID.incrementAndGet();
        Entry first = entry(uid, "s1", "n1", 2, "phone", 1);
        login(first);
        login(entry(uid, "s2", "n1", 2, "phone", 1));
        assertThat(login(first)).extracting(SessionRef::sessionId).containsExactly("s2");
        login(entry(uid, "s3", "n2", 1, "", 1), LoginPolicy.PER_CLASS);
        assertThat(store.online(first, LoginPolicy.PER_CLASS)
                        .toCompletionStage()
                        .toCompletableFuture())
                .failsWithin(10, SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TOKEN_REVOKED));
        assertThat(sessionIds(uid)).containsExactly("s3");
    }

    @Test
    void theSameTokenReplacesItselfAndStaysGood() {
        long uid = NEXT_UID.incrementAndGet();
        UserKey user = new UserKey(TENANT, uid);
        for (int i = 1; i <= 3; i++) {
            SessionRef session = new SessionRef("s" + i, "n" + i, 5, "a|b");
            login(new Entry(user, new Live(session, "same", 1), ""), LoginPolicy.ONE);
            assertThat(await(store.live(TENANT, uid))).containsExactly(new Live(session, "same", 1));
        }
    }

    private List<String> sessionIds(long uid) {
        return await(store.sessions(TENANT, List.of(uid))).getOrDefault(uid, List.of()).stream()
                .map(SessionRef::sessionId)
                .toList();
    }

    @Test
    void aSessionEndsByItselfAlthoughAnotherKeepsTheKeyAlive() {
        long uid = NEXT_UID.incrementAndGet();
        PresenceStore brief = new PresenceStore(redis, keys, 300);
        await(brief.online(entry(uid, "dead", "n1"), LoginPolicy.ALL));
        Entry alive = entry(uid, "alive", "n2");
        login(alive);
        assertThat(sessionIds(uid)).containsExactlyInAnyOrder("dead", "alive");
        Awaitility.await().atMost(3, SECONDS).until(() -> sessionIds(uid).equals(List.of("alive")));
        await(store.touch(List.of(alive)));
        assertThat(field(uid, "session_count")).isEqualTo("1");
    }

    @Test
    @Requirement({"A-049", "A-246"})
    void withoutTouchesAUserIsOfflineAfterTheTtl() {
        long uid = NEXT_UID.incrementAndGet();
        PresenceStore brief = new PresenceStore(redis, keys, 300);
        await(brief.online(entry(uid, "s1", "n1"), LoginPolicy.ALL));
        assertThat(await(store.get(TENANT, uid)).online()).isTrue();
        Awaitility.await()
                .atMost(3, SECONDS)
                .until(() -> !await(store.get(TENANT, uid)).online());
    }

    @Test
    @Requirement("A-053")
    void aNodeRemovesWhatItLeftBehind() {
        long uid = NEXT_UID.incrementAndGet();
        long other = NEXT_UID.incrementAndGet();
        login(entry(uid, "s1", "gone"));
        login(entry(other, "s2", "gone"));
        login(entry(other, "s3", "n2"));
        await(store.clearNode(TENANT, "gone"));
        assertThat(redis(Command.EXISTS, keys.presenceNode(TENANT, "gone")).toInteger())
                .isZero();
        assertThat(field(uid, "online")).isEqualTo("0");
        assertThat(sessionIds(other)).containsExactly("s3");
        assertThat(field(other, "session_count")).isEqualTo("1");
    }

    @Test
    @Requirement("A-057")
    void presenceTellsAllOfAUser() {
        long uid = NEXT_UID.incrementAndGet();
        login(entry(uid, "s1", "n1", 5, "", 1_000));
        login(entry(uid, "s2", "n2", 1, "", 2_000));
        assertThat(await(store.get(TENANT, uid)))
                .isEqualTo(new Presence(Presence.State.ONLINE, "n2", 2, 2_000, 0, "1", "Agent/1", List.of(1, 5)));
        assertThat(await(store.get(TENANT, 999_999_999)).state()).isEqualTo(Presence.State.OFFLINE);
    }

    @Test
    void withoutRedisPresenceIsUnknown() {
        RedisLink closed = new RedisLink(
                vertx,
                TestConfig.on(TestStores.shared(), "presit", "redis.addr=127.0.0.1:1")
                        .redis());
        assertThat(await(new PresenceStore(closed, keys, TTL).get(TENANT, 1)).state())
                .isEqualTo(Presence.State.UNKNOWN);
    }
}

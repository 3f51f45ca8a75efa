package dev.curlew.store;

import static dev.curlew.api.ApiNode.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.TestConfig;
import dev.curlew.api.ApiNode;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.protocol.Json;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.mysql.UserStore;
import dev.curlew.store.mysql.UserStore.NewUser;
import dev.curlew.store.mysql.UserStore.ProfileChange;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.UserProfileCache;
import dev.curlew.store.redis.UserProfileCache.Fill;
import dev.curlew.store.redis.UserProfileCache.UserKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Users between MySQL and Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UserDirectoryIT {

    private static final String OWN = "userit";
    private static final String TENANT = "demo";

    private final Vertx vertx = Vertx.vertx();
    private ApiNode node;
    private MysqlPool elsewhereSql;
    private CachedUserDirectory elsewhere;
    private UserProfileCache cache;

    /** The second directory is another node's; its pool serves nothing else, so that its statements can be counted. */
    @BeforeAll
    void start() {
        CurlewConfig config = TestConfig.on(TestStores.shared(), OWN, "redis.key_prefix=" + OWN);
        node = new ApiNode(vertx, config).start(Map.of());
        elsewhereSql = new MysqlPool(vertx, config.mysql());
        UserStore store = new UserStore(elsewhereSql, new Databases(OWN));
        cache = new UserProfileCache(node.redis, new RedisKeys(OWN), 300);
        elsewhere = new CachedUserDirectory(vertx, store, cache, 300);
    }

    @AfterAll
    void stop() {
        get(vertx.close());
    }

    @Test
    @Requirement({"A-069", "A-070", "A-075"})
    void aProfileIsReadOnceFromMysqlAndThenFromRedis() throws Exception {
        long uid = insert("cached");
        String key = OWN + ":" + TENANT + ":user:" + uid + ":profile";
        assertThat(find(uid).nickname()).isEqualTo("cached");
        JsonNode cached = Json.mapper().readTree(command(Command.GET, key));
        assertThat(cached.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("uid", "account", "nickname", "face_url", "signature", "ex", "disabled");
        assertThat(Long.parseLong(command(Command.TTL, key))).isBetween(295L, 300L);
        behind("UPDATE " + table() + " SET nickname = 'behind' WHERE uid = " + uid);
        assertThat(find(uid).nickname()).as("no second query").isEqualTo("cached");
        command(Command.DEL, key);
        assertThat(find(uid).nickname()).isEqualTo("behind");
        assertThat(command(Command.EXISTS, key)).isEqualTo("1");
    }

    @Test
    @Requirement({"A-070", "A-075"})
    void aMissIsOneStatementAndAHitIsNone() {
        long uid = insert("counted");
        String key = OWN + ":" + TENANT + ":user:" + uid + ":profile";
        for (int round = 1; round <= 3; round++) {
            long before = elsewhereSql.requests();
            get(elsewhere.find(TENANT, uid));
            get(elsewhere.find(TENANT, uid));
            assertThat(elsewhereSql.requests() - before).isEqualTo(1);
            assertThat(Long.parseLong(command(Command.TTL, key))).isBetween(295L, 300L);
            command(Command.DEL, key);
        }
    }

    @Test
    @Requirement("A-071")
    void theUidOfAnAccountIsOneStatementForAllNodes() {
        insert("mapped");
        long before = elsewhereSql.requests();
        get(elsewhere.uid(TENANT, "mapped"));
        get(elsewhere.uid(TENANT, "mapped"));
        assertThat(elsewhereSql.requests() - before).isEqualTo(1);
        assertThat(node.login(TENANT, "alice", "alice-pass").status()).isEqualTo(200);
        before = elsewhereSql.requests();
        assertThat(get(elsewhere.uid(TENANT, "alice"))).isPresent();
        assertThat(elsewhereSql.requests() - before)
                .as("a login elsewhere has looked it up")
                .isZero();
    }

    @Test
    @Requirement("A-287")
    void changingAndDeletingAUserDropTheCopiesOfAllNodes() {
        long uid = insert("dropped");
        for (UserDirectory directory : List.of(node.directory, elsewhere)) {
            assertThat(get(directory.findByAccount(TENANT, "dropped"))).isPresent();
        }
        String token = node.admin("POST", "/v1/admin/tokens", Map.of("tenant", TENANT, "uid", uid, "platform", 5))
                .body()
                .path("token")
                .asText();
        node.call("PATCH", "/v1/im/users/me", token, "{\"nickname\":\"Dee\"}");
        assertThat(get(elsewhere.find(TENANT, uid)).orElseThrow().nickname()).isEqualTo("Dee");
        assertThat(command(Command.EXISTS, OWN + ":" + TENANT + ":user:account:dropped"))
                .isEqualTo("1");
        assertThat(node.admin("DELETE", "/v1/admin/users/" + uid + "?tenant=" + TENANT, null)
                        .status())
                .isEqualTo(204);
        UserProfile left = get(elsewhere.find(TENANT, uid)).orElseThrow();
        assertThat(left).isEqualTo(new UserProfile(uid, "", "", "", "", "", true));
        assertThat(get(elsewhere.uid(TENANT, "dropped"))).isEmpty();
        assertThat(command(Command.EXISTS, OWN + ":" + TENANT + ":user:account:dropped"))
                .isEqualTo("0");
    }

    @Test
    @Requirement("A-071")
    void anAccountIsLookedUpOnce() {
        long uid = insert("looked up");
        assertThat(get(node.directory.uid(TENANT, "looked up"))).contains(uid);
        behind("UPDATE " + table() + " SET account = 'moved' WHERE uid = " + uid);
        assertThat(get(node.directory.uid(TENANT, "looked up"))).contains(uid);
        assertThat(get(node.directory.findByAccount(TENANT, "nobody"))).isEmpty();
    }

    @Test
    void aReadDuringAChangeNeverLeavesTheOldValueCached() {
        long uid = insert("racing");
        for (int i = 0; i < 1000; i++) {
            String nickname = "n" + i;
            List<Future<Optional<UserProfile>>> reads = new ArrayList<>();
            reads.add(node.directory.find(TENANT, uid));
            reads.add(elsewhere.find(TENANT, uid));
            Future<Void> change = node.directory.change(TENANT, List.of(uid), () -> {
                reads.add(elsewhere.find(TENANT, uid));
                return node.users.update(TENANT, uid, new ProfileChange(nickname, null, null, null));
            });
            reads.add(node.directory.find(TENANT, uid));
            get(change);
            assertThat(get(elsewhere.find(TENANT, uid)).orElseThrow().nickname())
                    .isEqualTo(nickname);
            get(Future.join(reads));
            assertThat(find(uid).nickname()).isEqualTo(nickname);
            assertThat(cachedNickname(uid)).isIn(nickname, "");
        }
    }

    /** A reader that has the old value in hand fills the cache as late as can be: racing, between commit and drop, after both. */
    @Test
    @Requirement("A-076")
    void aReaderHoweverSlowNeverCachesWhatItReadBeforeAChange() {
        long uid = insert("slowly read");
        for (int i = 0; i < 1000; i++) {
            String nickname = "s" + i;
            command(Command.DEL, OWN + ":" + TENANT + ":user:" + uid + ":profile");
            Promise<Void> fillNow = Promise.promise();
            Promise<Void> holdsOld = Promise.promise();
            Future<Void> reader = slowRead(uid, holdsOld, fillNow.future());
            if (i % 3 == 0) {
                fillNow.complete();
            } else {
                get(holdsOld.future());
            }
            boolean beforeDrop = i % 3 == 1;
            get(node.directory.change(
                    TENANT,
                    List.of(uid),
                    () -> node.users
                            .update(TENANT, uid, new ProfileChange(nickname, null, null, null))
                            .compose(committed -> {
                                if (!beforeDrop) {
                                    return Future.succeededFuture();
                                }
                                fillNow.complete();
                                return reader;
                            })));
            fillNow.tryComplete();
            get(reader);
            assertThat(cachedNickname(uid)).isIn(nickname, "");
            assertThat(get(elsewhere.find(TENANT, uid)).orElseThrow().nickname())
                    .isEqualTo(nickname);
        }
    }

    private Future<Void> slowRead(long uid, Promise<Void> read, Future<Void> fillNow) {
        return cache.read(List.of(new UserKey(TENANT, uid))).compose(reads -> {
            String lease = reads.get(0).lease();
            return node.users.profiles(TENANT, List.of(uid)).compose(found -> {
                read.complete();
                return fillNow.compose(now -> lease == null
                        ? Future.succeededFuture()
                        : cache.fill(List.of(new Fill(TENANT, found.get(uid), lease))));
            });
        });
    }

    @Test
    void callsAtTheSameTimeShareOneBatch() {
        List<Future<Optional<UserProfile>>> all = new ArrayList<>();
        long uid = insert("many");
        for (int i = 0; i < 2000; i++) {
            all.add(node.directory.find(TENANT, i % 2 == 0 ? uid : uid + 1_000_000 + i));
        }
        get(Future.join(all));
        for (int i = 0; i < 2000; i++) {
            assertThat(all.get(i).result().isPresent()).isEqualTo(i % 2 == 0);
        }
    }

    @Test
    void withoutRedisMysqlAnswersAndLoginsGoOn() {
        ApiNode alone = new ApiNode(
                        vertx,
                        TestConfig.on(TestStores.shared(), OWN, "redis.addr=127.0.0.1:1", "redis.read_timeout_ms=500"))
                .start(Map.of());
        var login = alone.login(TENANT, "bob", "bob-pass");
        assertThat(login.status()).isEqualTo(200);
        assertThat(alone.login(TENANT, "bob", "wrong").code()).isEqualTo(40100);
        assertThat(alone.throttle.uncounted()).isPositive();
        String token = login.body().path("token").asText();
        assertThat(alone.call("PATCH", "/v1/im/users/me", token, "{\"nickname\":\"Bobby\"}")
                        .status())
                .isEqualTo(200);
        assertThat(alone.get("/v1/im/users/me", token).body().path("nickname").asText())
                .isEqualTo("Bobby");
    }

    @Test
    void aTenantWithoutDatabaseFailsOnlyItself() {
        long uid = insert("healthy");
        Future<Optional<UserProfile>> broken = node.directory.find("missing", 1);
        Future<Optional<UserProfile>> healthy = node.directory.find(TENANT, uid);
        assertThat(get(healthy)).isPresent();
        assertThat(get(broken.map(false).otherwise(true))).isTrue();
    }

    private long insert(String account) {
        return get(node.users.insert(TENANT, new NewUser(account, null, null, null)));
    }

    private UserProfile find(long uid) {
        return get(node.directory.find(TENANT, uid)).orElseThrow();
    }

    private void behind(String sql) {
        get(node.mysql.query(sql));
    }

    private static String table() {
        return "`" + OWN + "_" + TENANT + "`.users";
    }

    /** What Redis holds, empty while it holds no profile. */
    private String cachedNickname(long uid) {
        Object cached =
                get(node.redis.send(Request.cmd(Command.GET).arg(OWN + ":" + TENANT + ":user:" + uid + ":profile")));
        String text = String.valueOf(cached);
        return text.startsWith("{")
                ? Json.read(text, JsonNode.class).path("nickname").asText()
                : "";
    }

    private String command(Command command, String key) {
        return get(node.redis.send(Request.cmd(command).arg(key))).toString();
    }
}

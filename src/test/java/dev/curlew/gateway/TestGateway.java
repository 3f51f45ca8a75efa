package dev.curlew.gateway;

import dev.curlew.TestConfig;
import dev.curlew.api.auth.TokenGuard;
import dev.curlew.api.group.Speech.Hearing;
import dev.curlew.api.relation.OpenContacts;
import dev.curlew.api.send.GroupOutbox;
import dev.curlew.api.send.SendPath;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.BusCodec;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Operation;
import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.ConversationSettings.Key;
import dev.curlew.store.Invalidation;
import dev.curlew.store.LastSeen;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import dev.curlew.store.Receivers;
import dev.curlew.store.SetSource;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.redis.ChangeCounters;
import dev.curlew.store.redis.OnlineIndex;
import dev.curlew.store.redis.PresenceStore;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.RedisLink;
import dev.curlew.store.redis.SetCache;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.net.NetClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Gateways on a real Redis and a real bus of one process, with the message path behind them in memory. A token is
 * {@code demo:uid} or {@code demo:uid:lifetime_ms}.
 */
final class TestGateway implements AutoCloseable {

    final Vertx vertx = Vertx.vertx();
    // Held here, all of them: a client that nobody holds is closed by the next garbage collection, with its
    // connections.
    final WebSocketClient webSockets = vertx.createWebSocketClient();
    final HttpClientAgent http = vertx.createHttpClient();
    final NetClient net = vertx.createNetClient();
    final RedisKeys keys = new RedisKeys("im");
    final RedisLink redis;
    final PresenceStore presence;
    final MessagePath path;
    final Map<Long, Long> lastSeen = new ConcurrentHashMap<>();
    final Set<String> revoked = ConcurrentHashMap.newKeySet();
    final Set<Long> gone = ConcurrentHashMap.newKeySet();
    final List<Operation> operations = new ArrayList<>();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    volatile LoginPolicy policy = LoginPolicy.ALL;
    private final String own;
    private final List<String> settings;

    record Node(GatewayNode node, GatewayVerticle verticle, String deployment) {

        int port() {
            return verticle.port();
        }
    }

    TestGateway(String own, String... settings) {
        this.own = own;
        this.settings = List.of(settings);
        CurlewConfig config = config("any");
        BusCodec.registerAll(vertx.eventBus());
        redis = new RedisLink(vertx, config.redis());
        await(redis.open());
        presence = new PresenceStore(redis, keys, config.presence().ttlMs());
        path = new MessagePath(vertx, redis, presence);
    }

    private CurlewConfig config(String node) {
        List<String> all = new ArrayList<>(settings);
        all.add("node.id=" + node);
        all.add("http.port=0");
        return TestConfig.on(TestStores.shared(), own, all.toArray(String[]::new));
    }

    Node node(String id) {
        CurlewConfig config = config(id);
        GatewayNode node = new GatewayNode(
                vertx,
                config,
                new GatewayPorts(
                        this::check,
                        new Users(),
                        (tenant, message) -> Future.succeededFuture(Optional.empty()),
                        new OpenContacts(),
                        null,
                        (tenant, group, uid) ->
                                Future.succeededFuture(new Hearing(ApiException.notFound("group"), null)),
                        new GroupOutbox(vertx.eventBus(), Set::of, 3_000, 10, System::currentTimeMillis),
                        SendPath.LOG,
                        path,
                        (tenant, uid, after, limit) -> Future.succeededFuture(List.of()),
                        new Everybody(),
                        path,
                        presence,
                        new ChangeCounters(redis, keys),
                        new OnlineIndex(redis, keys, config.presence().ttlMs()),
                        Optional.empty(),
                        noGroups(),
                        group -> Future.succeededFuture(false),
                        (tenant, ids) -> Future.succeededFuture(Map.of()),
                        List.of(),
                        new Seen(),
                        tenant -> Future.succeededFuture(policy),
                        (tenant, uid, tokens) -> {
                            revoked.addAll(tokens);
                            return Future.succeededFuture();
                        },
                        () -> true,
                        operations,
                        meters,
                        new TenantTraffic(meters)));
        await(node.start(List.of("demo")));
        GatewayVerticle verticle = new GatewayVerticle(node, List.of());
        return new Node(node, verticle, await(vertx.deployVerticle(verticle)));
    }

    private CacheAsideSets noGroups() {
        return new CacheAsideSets(
                keys::groupsOf, new SetCache(redis, 300), new Invalidation(vertx, redis, 300), new NoSets());
    }

    SocketClient client(Node node) {
        return SocketClient.connect(webSockets, node.port());
    }

    private Future<TokenGuard.Verified> check(String token) {
        String[] parts = token.split(":");
        if (revoked.contains(token)) {
            return Future.failedFuture(new ApiException(ErrorCode.TOKEN_REVOKED, "revoked"));
        }
        if (parts.length < 2) {
            return Future.failedFuture(new ApiException(ErrorCode.UNAUTHENTICATED, "no token of ours"));
        }
        long now = System.currentTimeMillis();
        long life = parts.length > 2 ? Long.parseLong(parts[2]) : 3_600_000;
        return life < 0
                ? Future.failedFuture(new ApiException(ErrorCode.TOKEN_EXPIRED, "expired"))
                : Future.succeededFuture(
                        new TokenGuard.Verified(parts[0], Long.parseLong(parts[1]), 5, token, now, now + life));
    }

    static <T> T await(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void close() {
        await(redis.close());
        await(vertx.close());
    }

    private static final class Everybody implements Receivers {

        @Override
        public Future<Set<Key>> notReceiving(String tenant, Collection<Key> members) {
            return Future.succeededFuture(Set.of());
        }

        @Override
        public Future<Map<String, Set<Long>>> allNotReceiving(String tenant, Set<String> conversationIds) {
            return Future.succeededFuture(Map.of());
        }

        @Override
        public Future<Set<Long>> notReminded(String tenant, String conversationId) {
            return Future.succeededFuture(Set.of());
        }
    }

    private static final class NoSets implements SetSource {

        @Override
        public Future<Void> read(String tenant, Collection<String> ids, Pieces to) {
            return Future.succeededFuture();
        }

        @Override
        public Future<Map<String, Set<Long>>> among(String tenant, Map<String, Set<Long>> asked) {
            return Future.succeededFuture(Map.of());
        }
    }

    private final class Seen implements LastSeen {

        @Override
        public Future<Void> seen(String tenant, long uid, long ms) {
            lastSeen.put(uid, ms);
            return Future.succeededFuture();
        }

        @Override
        public Future<Map<Long, Long>> read(String tenant, List<Long> uids) {
            return Future.succeededFuture(
                    uids.stream().collect(Collectors.toMap(uid -> uid, uid -> lastSeen.getOrDefault(uid, 0L))));
        }
    }

    private final class Users implements UserDirectory {

        @Override
        public Future<Optional<UserProfile>> find(String tenant, long uid) {
            return Future.succeededFuture(
                    gone.contains(uid)
                            ? Optional.empty()
                            : Optional.of(new UserProfile(uid, "u" + uid, "N" + uid, "", "", "", false)));
        }

        @Override
        public Future<Optional<UserProfile>> findByAccount(String tenant, String account) {
            return find(tenant, Long.parseLong(account.substring(1)));
        }
    }
}

package dev.curlew.store.redis;

import dev.curlew.config.RedisConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * The node's connections to Redis: a few, long-lived and pipelined, taken in turn. A connection that fails or times out is
 * dropped and opened again; meanwhile calls fail at once, so that nothing queues up behind a store that is away.
 */
public final class RedisLink implements RedisAccess {

    /** Commands that may wait for their answer on one connection; beyond that calls fail at once. */
    private static final int MAX_WAITING = 65_536;

    private final boolean cluster;
    private final List<RedisConnectionKeeper> keepers;
    private final LongAdder asked = new LongAdder();
    private final AtomicInteger turn = new AtomicInteger();
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final RedisGeneration generation;
    private volatile String runId;

    public RedisLink(Vertx vertx, RedisConfig config) {
        this.cluster = config.cluster();
        this.generation = new RedisGeneration(vertx, new RedisKeys(config.keyPrefix()));
        this.keepers = IntStream.range(0, config.connections())
                .mapToObj(i -> new RedisConnectionKeeper(
                        vertx, () -> Redis.createClient(vertx, options(config)), config.readTimeoutMs(), this::prepare))
                .toList();
    }

    @Override
    public Future<Void> open() {
        return Future.join(keepers.stream().map(RedisConnectionKeeper::open).toList())
                .mapEmpty();
    }

    @Override
    public Future<Void> close() {
        return Future.join(keepers.stream().map(RedisConnectionKeeper::close).toList())
                .mapEmpty();
    }

    @Override
    public long requests() {
        return asked.sum();
    }

    @Override
    public Future<Void> ping() {
        return send(Request.cmd(Command.PING)).mapEmpty();
    }

    @Override
    public Future<Response> send(Request request) {
        return batch(List.of(request)).map(responses -> responses.get(0));
    }

    @Override
    public Future<List<Response>> batch(List<Request> requests) {
        if (requests.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        RedisConnectionKeeper keeper = next();
        asked.increment();
        return attempt(keeper, requests)
                .recover(failure -> isNoScript(failure)
                        ? keeper.load(scripts.values()).compose(loaded -> attempt(keeper, requests))
                        : Future.failedFuture(failure));
    }

    @Override
    public Request script(Script script, List<String> keys, List<String> arguments) {
        boolean known = scripts.putIfAbsent(script.sha1(), script) != null;
        return known ? script.byDigest(keys, arguments) : script.byText(keys, arguments);
    }

    @Override
    public String runId() {
        return runId;
    }

    @Override
    public boolean up() {
        return keepers.stream().anyMatch(RedisConnectionKeeper::up);
    }

    private Future<List<Response>> attempt(RedisConnectionKeeper keeper, List<Request> requests) {
        if (!cluster) {
            return keeper.batch(requests);
        }
        // A pipeline over several slots is the cluster client's business, command by command.
        List<Future<Response>> each = new ArrayList<>(requests.size());
        requests.forEach(request -> each.add(keeper.send(request)));
        return Future.join(each)
                .map(all -> IntStream.range(0, each.size())
                        .mapToObj(i -> each.get(i).result())
                        .toList());
    }

    private RedisConnectionKeeper next() {
        int start = turn.getAndIncrement();
        for (int i = 0; i < keepers.size(); i++) {
            RedisConnectionKeeper keeper = keepers.get(Math.floorMod(start + i, keepers.size()));
            if (keeper.up()) {
                return keeper;
            }
        }
        return keepers.get(0);
    }

    /** A connection is used only once what Redis holds can be trusted (rule 14). */
    private Future<Void> prepare(RedisConnectionKeeper keeper, String newRunId) {
        Future<Void> trusted = cluster ? Future.succeededFuture() : generation.check(keeper, newRunId);
        return trusted.compose(checked -> keeper.load(scripts.values())).onSuccess(loaded -> runId = newRunId);
    }

    private static boolean isNoScript(Throwable failure) {
        return failure.getMessage() != null && failure.getMessage().contains("NOSCRIPT");
    }

    private static RedisOptions options(RedisConfig config) {
        RedisOptions options = common(config)
                .setType(config.cluster() ? RedisClientType.CLUSTER : RedisClientType.STANDALONE)
                .setMaxPoolSize(config.cluster() ? 64 : 1);
        for (String address : config.addr().split(",")) {
            options.addConnectionString(url(config, address.trim()));
        }
        return options;
    }

    /** One connection to one of the servers, in turn. */
    static RedisOptions oneServer(RedisConfig config, int turn) {
        String[] all = config.addr().split(",");
        return common(config)
                .setType(RedisClientType.STANDALONE)
                .setMaxPoolSize(1)
                .addConnectionString(url(config, all[Math.floorMod(turn, all.length)].trim()));
    }

    private static RedisOptions common(RedisConfig config) {
        RedisOptions options = new RedisOptions()
                .setMaxPoolWaiting(64)
                .setMaxWaitingHandlers(MAX_WAITING)
                .setMaxNestedArrays(16)
                .setPoolRecycleTimeout(-1)
                .setPoolCleanerInterval(-1);
        options.getNetClientOptions()
                .setConnectTimeout(config.dialTimeoutMs())
                .setTcpKeepAlive(true)
                .setTcpNoDelay(true);
        return options;
    }

    private static String url(RedisConfig config, String address) {
        String user = config.username().isEmpty() && config.password().isEmpty()
                ? ""
                : encode(config.username()) + ":" + encode(config.password()) + "@";
        return "redis://" + user + address + "/" + config.db();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

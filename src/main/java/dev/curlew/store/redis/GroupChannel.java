package dev.curlew.store.redis;

import dev.curlew.config.RedisConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The Pub/Sub channel {@code im:0:group_fanout}. Redis keeps nothing of it: what is published while a node is not connected never
 * reaches that node. Subscribing has a connection of its own, which is opened again whenever it is lost.
 */
public final class GroupChannel {

    /** A connection that only listens would not notice that the other side is gone, so each node says something itself so often. */
    private static final long BEAT_MS = 5_000;

    private final Vertx vertx;
    private final RedisConfig config;
    private final RedisCommands redis;
    private final String name;
    private final String beat;
    private final AtomicInteger turn = new AtomicInteger();
    private RedisConnectionKeeper keeper;
    private volatile boolean heard;
    private long beats;

    public GroupChannel(Vertx vertx, RedisConfig config, RedisCommands redis, RedisKeys keys) {
        this.vertx = vertx;
        this.config = config;
        this.redis = redis;
        this.name = keys.groupFanout();
        this.beat = keys.groupFanoutBeat();
    }

    /** In one pipeline, in this order. What is published after it was done cannot overtake it. */
    public Future<Void> publish(List<byte[]> records) {
        return redis.batch(records.stream()
                        .map(record -> Request.cmd(Command.PUBLISH).arg(name).arg(record))
                        .toList())
                .mapEmpty();
    }

    /** From now on, whatever becomes of the connection, until {@link #close}. Done when the first attempt succeeded or failed. */
    public Future<Void> subscribe(Consumer<byte[]> records) {
        keeper = new RedisConnectionKeeper(
                vertx,
                this::client,
                config.readTimeoutMs(),
                (fresh, runId) -> fresh.subscribe(List.of(name, beat), message -> taken(message, records))
                        .onSuccess(subscribed -> heard = true));
        beats = vertx.setPeriodic(BEAT_MS, timer -> beat());
        return keeper.open().otherwiseEmpty();
    }

    /** What listens is asked nothing: the client would take a record for the answer. It has to hear what is said elsewhere. */
    private void beat() {
        if (!heard && keeper.up()) {
            keeper.renew();
        }
        heard = false;
        redis.send(Request.cmd(Command.PUBLISH).arg(beat).arg(""));
    }

    /** Whether records come now. */
    public boolean listening() {
        return keeper != null && keeper.up();
    }

    public Future<Void> close() {
        if (keeper == null) {
            return Future.succeededFuture();
        }
        vertx.cancelTimer(beats);
        return keeper.close();
    }

    private void taken(Response message, Consumer<byte[]> records) {
        heard = true;
        if (message.get(0).toString().equals("message")
                && message.get(1).toString().equals(name)) {
            records.accept(message.get(2).toBytes());
        }
    }

    /** Of a cluster any node will do: each hears what is published on another. */
    private Redis client() {
        return Redis.createClient(vertx, RedisLink.oneServer(config, turn.getAndIncrement()));
    }
}

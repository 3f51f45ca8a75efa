package dev.curlew.store.redis;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether Redis is the process it was. One that restarted may have come back with an older snapshot: heads, positions and
 * messages in it would be believed although the stores went on. So the first node to meet a new process drops every copy before
 * anybody reads, and the others wait for it (rule 14).
 */
final class RedisGeneration {

    private static final Logger LOG = LoggerFactory.getLogger(RedisGeneration.class);
    private static final int SCAN_COUNT = 2_000;
    private static final String PURGING = "purging";
    private static final long PURGE_LOCK_S = 30;
    private static final long LOOK_AGAIN_MS = 100;

    private final Vertx vertx;
    private final RedisKeys keys;

    RedisGeneration(Vertx vertx, RedisKeys keys) {
        this.vertx = vertx;
        this.keys = keys;
    }

    /** Succeeds once what this process holds is known to be no older than the stores. */
    Future<Void> check(RedisConnectionKeeper keeper, String runId) {
        return keeper.ask(Request.cmd(Command.GET).arg(keys.generation())).compose(known -> {
            if (known != null && known.toString().equals(runId)) {
                return Future.succeededFuture();
            }
            return keeper.ask(Request.cmd(Command.SET)
                            .arg(keys.lock(PURGING))
                            .arg(runId)
                            .arg("NX")
                            .arg("EX")
                            .arg(PURGE_LOCK_S))
                    .compose(mine -> mine == null ? lookAgain(keeper, runId) : purge(keeper, runId));
        });
    }

    private Future<Void> lookAgain(RedisConnectionKeeper keeper, String runId) {
        Promise<Void> later = Promise.promise();
        vertx.setTimer(LOOK_AGAIN_MS, timer -> later.complete());
        return later.future().compose(v -> check(keeper, runId));
    }

    private Future<Void> purge(RedisConnectionKeeper keeper, String runId) {
        return purgeFrom(keeper, "0", 0)
                .compose(dropped -> {
                    LOG.info("Redis is a new process, copies dropped: {}", dropped);
                    return keeper.ask(Request.cmd(Command.SET)
                            .arg(keys.generation())
                            .arg(runId)
                            .arg("EX")
                            .arg(Lives.SEQUENCE_S));
                })
                .compose(set -> keeper.ask(Request.cmd(Command.DEL).arg(keys.lock(PURGING))))
                .mapEmpty();
    }

    private Future<Long> purgeFrom(RedisConnectionKeeper keeper, String cursor, long dropped) {
        Request scan = Request.cmd(Command.SCAN)
                .arg(cursor)
                .arg("MATCH")
                .arg(keys.all())
                .arg("COUNT")
                .arg(SCAN_COUNT);
        return keeper.ask(scan).compose(page -> {
            List<String> copies = new ArrayList<>();
            page.get(1).forEach(key -> {
                if (keys.isCopy(key.toString())) {
                    copies.add(key.toString());
                }
            });
            String next = page.get(0).toString();
            return drop(keeper, copies)
                    .compose(done -> next.equals("0")
                            ? Future.succeededFuture(dropped + copies.size())
                            : purgeFrom(keeper, next, dropped + copies.size()));
        });
    }

    private static Future<Void> drop(RedisConnectionKeeper keeper, List<String> copies) {
        if (copies.isEmpty()) {
            return Future.succeededFuture();
        }
        Request unlink = Request.cmd(Command.UNLINK);
        copies.forEach(unlink::arg);
        return keeper.ask(unlink).mapEmpty();
    }
}

package dev.curlew.api.auth;

import dev.curlew.config.AuthConfig;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.Script;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks an account out after too many wrong passwords, counted in Redis for all nodes together. The count is asked
 * before the password is checked and again after it, so that guesses sent at the same time win nothing. Redis being away
 * lets logins pass: the hash itself is slow, and nobody should be locked out by a cache.
 */
public final class LoginThrottle {

    private static final Logger LOG = LoggerFactory.getLogger(LoginThrottle.class);
    private static final Script COUNT = Script.load("count_failure");

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final int limit;
    private final String lockoutMs;
    private final LongAdder uncounted = new LongAdder();

    public LoginThrottle(RedisCommands redis, RedisKeys keys, AuthConfig config) {
        this.redis = redis;
        this.keys = keys;
        this.limit = config.loginFailures();
        this.lockoutMs = Long.toString(config.lockoutS() * 1000);
    }

    /** Fails with 42900 while the account is locked out. */
    public Future<Void> check(String tenant, String account) {
        String key = keys.loginFailures(tenant, account);
        return redis.batch(List.of(
                        Request.cmd(Command.GET).arg(key),
                        Request.cmd(Command.PTTL).arg(key)))
                .transform(result -> {
                    if (result.failed()) {
                        return notCounted(result.cause());
                    }
                    var count = result.result().get(0);
                    boolean locked = count != null && count.toLong() >= limit;
                    return locked ? lockedOut(result.result().get(1).toLong()) : Future.succeededFuture();
                });
    }

    /** Counts a wrong password. Fails with 42900 when it is one too many, else ends. */
    public Future<Void> failed(String tenant, String account) {
        return redis.send(redis.script(COUNT, List.of(keys.loginFailures(tenant, account)), List.of(lockoutMs)))
                .transform(result -> {
                    if (result.failed()) {
                        return notCounted(result.cause());
                    }
                    return result.result().get(0).toLong() > limit
                            ? lockedOut(result.result().get(1).toLong())
                            : Future.succeededFuture();
                });
    }

    /** Forgets wrong passwords after a right one. */
    public Future<Void> succeeded(String tenant, String account) {
        return redis.send(Request.cmd(Command.DEL).arg(keys.loginFailures(tenant, account)))
                .transform(result -> result.failed() ? notCounted(result.cause()) : Future.succeededFuture());
    }

    /** Logins since the start whose failures could not be counted. */
    public long uncounted() {
        return uncounted.sum();
    }

    private Future<Void> notCounted(Throwable failure) {
        uncounted.increment();
        LOG.warn("Wrong passwords are not counted now: {}", failure.toString());
        return Future.succeededFuture();
    }

    private static Future<Void> lockedOut(long leftMs) {
        return Future.failedFuture(new ApiException(
                ErrorCode.RATE_LIMITED, "Too many wrong passwords for this account.", Math.max(1, leftMs)));
    }
}

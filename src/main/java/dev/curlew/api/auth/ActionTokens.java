package dev.curlew.api.auth;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.mysql.ActionTokenStore;
import dev.curlew.store.mysql.ActionTokenStore.Permit;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.sqlclient.SqlConnection;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tokens for one action each, used once. Redis holds a token from its making to its use and turns away most of what is no good;
 * which use counts, MySQL decides. Without Redis none is made and none is taken. Both know only a token's hash.
 */
public final class ActionTokens {

    private static final Logger LOG = LoggerFactory.getLogger(ActionTokens.class);
    private static final int BYTES = 32;

    private final MysqlPool mysql;
    private final ActionTokenStore store;
    private final RedisCommands redis;
    private final RedisKeys keys;
    private final long ttlS;
    private final SecureRandom random = new SecureRandom();

    /** @param ttlS life of a token, seconds */
    public ActionTokens(MysqlPool mysql, ActionTokenStore store, RedisCommands redis, RedisKeys keys, long ttlS) {
        this.mysql = mysql;
        this.store = store;
        this.redis = redis;
        this.keys = keys;
        this.ttlS = ttlS;
    }

    /** What a token may be for. */
    public enum Action {
        DELETE_ACCOUNT;

        /** As clients write it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A token and when it ends, milliseconds. */
    public record Made(String token, long expiresAt) {}

    /** A token of the caller's for one action. */
    public Future<Made> make(TokenGuard.Verified by, Action action) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String token = HexFormat.of().formatHex(bytes);
        Permit permit = permit(by, action, token);
        return store.insert(by.tenant(), permit, TimeUnit.SECONDS.toMillis(ttlS))
                .compose(expiresAt -> redis.send(Request.cmd(Command.SET)
                                .arg(keys.actionToken(by.tenant(), permit.tokenHash()))
                                .arg(holder(permit))
                                .arg("EX")
                                .arg(ttlS))
                        .map(new Made(token, expiresAt)));
    }

    /**
     * Does the work in one transaction with the use of the token; fails with 40300 when the token is not the caller's for this
     * action, was used or has ended.
     *
     * @param work may run several times, of which one counts
     */
    public <T> Future<T> use(
            TokenGuard.Verified by, Action action, String token, Function<SqlConnection, Future<T>> work) {
        Permit permit = permit(by, action, token);
        String key = keys.actionToken(by.tenant(), permit.tokenHash());
        return redis.send(Request.cmd(Command.GET).arg(key))
                .compose(held -> held != null && held.toString().equals(holder(permit))
                        ? mysql.transaction(connection -> store.use(connection, by.tenant(), permit)
                                .compose(counts -> counts ? work.apply(connection) : refused()))
                        : refused())
                .onSuccess(done -> redis.send(Request.cmd(Command.DEL).arg(key))
                        // It ends by itself, and is used as far as MySQL goes.
                        .onFailure(failure -> LOG.debug("A used action token stays: {}", failure.toString())));
    }

    private static Permit permit(TokenGuard.Verified by, Action action, String token) {
        return new Permit(hash(token), by.uid(), action.code());
    }

    private static String holder(Permit permit) {
        return permit.uid() + ":" + permit.action();
    }

    private static <T> Future<T> refused() {
        return Future.failedFuture(
                new ApiException(ErrorCode.FORBIDDEN, "The action token is wrong, used or has ended."));
    }

    /** A token is random enough to need no key. */
    private static String hash(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

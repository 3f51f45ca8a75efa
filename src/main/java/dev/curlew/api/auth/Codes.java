package dev.curlew.api.auth;

import dev.curlew.config.AuthConfig;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.Script;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;

/**
 * Codes that prove a phone, in Redis alone and for minutes: one at a time for each scene and phone, good
 * for one use and few tries. Without Redis none is made and none is right.
 */
public final class Codes {

    static final int MOST_TRIES = 5;
    static final int MOST_CODES = 5;
    static final long COUNT_MS = 3_600_000;

    private static final Script MAKE = Script.load("code_make");
    private static final Script CHECK = Script.load("code_check");
    private static final Script DELETE_IF = Script.load("delete_if");
    private static final int LIMIT = 1_000_000;

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final SmsSender sender;
    private final PhoneHashes hashes;
    private final AuthConfig config;
    private final long ttlS;
    private final SecureRandom random = new SecureRandom();

    /** @param ttlS life of a code, seconds */
    public Codes(RedisCommands redis, RedisKeys keys, SmsSender sender, AuthConfig config, long ttlS) {
        this.redis = redis;
        this.keys = keys;
        this.sender = sender;
        // Without a secret nothing is hashed, see enabled().
        this.hashes = config.phoneSecret().isBlank() ? null : new PhoneHashes(config.phoneSecret());
        this.config = config;
        this.ttlS = ttlS;
    }

    /** What a code is for; one for another scene is wrong. */
    public enum Scene {
        REGISTER,
        LOGIN;

        /** As clients write it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Sends a new code, in place of the last. Milliseconds until the next may be sent; fails with 42900 before that and after
     * too many, and with 50300 when it could not be sent.
     */
    Future<Long> send(String tenant, Scene scene, String phone) {
        return enabled().compose(on -> sender.ready(tenant)).compose(ready -> {
            String phoneHash = hashes.phone(tenant, phone);
            String code = config.devCode().isEmpty()
                    ? String.format(Locale.ROOT, "%06d", random.nextInt(LIMIT))
                    : config.devCode();
            String codeHash = hashes.code(tenant, scene.code(), phoneHash, code);
            return make(tenant, scene, phoneHash, codeHash)
                    .compose(made -> sender.send(tenant, scene.code(), phone, code, ttlS)
                            .recover(failure -> release(tenant, scene, phoneHash, codeHash, failure)))
                    .map(resendMs());
        });
    }

    /** The phone's hash when the code is right, which it stays; fails with 40100 else. */
    Future<String> right(String tenant, Scene scene, String phone, String code) {
        return check(tenant, scene, phone, code, "look");
    }

    /** The phone's hash when the code is right, which nobody else is told then; fails with 40100 else. */
    Future<String> take(String tenant, Scene scene, String phone, String code) {
        return check(tenant, scene, phone, code, "take");
    }

    private Future<Void> make(String tenant, Scene scene, String phoneHash, String codeHash) {
        List<String> touched = List.of(
                keys.code(tenant, scene.code(), phoneHash),
                keys.codeActive(tenant, scene.code(), phoneHash),
                keys.codeCount(tenant, scene.code(), phoneHash));
        List<String> arguments = List.of(
                codeHash,
                Long.toString(ttlS),
                Long.toString(resendMs()),
                Integer.toString(MOST_CODES),
                Long.toString(COUNT_MS));
        return redis.send(redis.script(MAKE, touched, arguments)).compose(answer -> {
            int verdict = answer.get(0).toInteger();
            return verdict == 0 ? Future.succeededFuture() : Future.failedFuture(tooSoon(verdict, answer.get(1)));
        });
    }

    private Future<String> check(String tenant, Scene scene, String phone, String code, String how) {
        return enabled().compose(on -> {
            String phoneHash = hashes.phone(tenant, phone);
            String codeHash = hashes.code(tenant, scene.code(), phoneHash, code);
            return redis.send(redis.script(
                            CHECK,
                            List.of(keys.code(tenant, scene.code(), phoneHash)),
                            List.of(codeHash, Integer.toString(MOST_TRIES), how)))
                    .compose(answer -> answer.toInteger() == 1
                            ? Future.succeededFuture(phoneHash)
                            : Future.failedFuture(new ApiException(
                                    ErrorCode.UNAUTHENTICATED, "The code is wrong, used or has ended.")));
        });
    }

    /** The code stays, since it may have arrived for all that; but another may be asked for at once. */
    private Future<Void> release(String tenant, Scene scene, String phoneHash, String codeHash, Throwable failure) {
        return redis.send(redis.script(
                        DELETE_IF, List.of(keys.codeActive(tenant, scene.code(), phoneHash)), List.of(codeHash)))
                .transform(done -> Future.failedFuture(failure));
    }

    private Future<Void> enabled() {
        return hashes == null
                ? Future.failedFuture(new ApiException(ErrorCode.FORBIDDEN, "No codes are taken here."))
                : Future.succeededFuture();
    }

    private long resendMs() {
        return config.codeResendS() * 1000;
    }

    private static ApiException tooSoon(int verdict, Response leftMs) {
        String why = verdict == 1 ? "A code was sent just now." : "Too many codes were sent to this phone.";
        return new ApiException(ErrorCode.RATE_LIMITED, why, Math.max(1, leftMs.toLong()));
    }
}

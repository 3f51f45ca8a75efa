package dev.curlew.api.auth;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.CachedConfiguration;
import dev.curlew.store.Configuration.Enterprise;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.Script;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * From what a company's people know to the tenant they are in. A code is looked up in this process, so that nothing of any tenant is
 * touched before it is known which. It can be exchanged for a token that stands for it once; Redis keeps the digest of that
 * token for a few minutes and is its only place.
 */
public final class EnterpriseCodes {

    private static final Script TAKE = Script.load("take");
    private static final int TOKEN_BYTES = 24;
    private static final int LONGEST_TOKEN = 80;

    private final CachedConfiguration configuration;
    private final ServingTenants tenants;
    private final RedisCommands redis;
    private final RedisKeys keys;
    private final long ttlS;
    private final SecureRandom random = new SecureRandom();

    /** @param ttlS life of a temporary token, seconds */
    public EnterpriseCodes(
            CachedConfiguration configuration, ServingTenants tenants, RedisCommands redis, RedisKeys keys, long ttlS) {
        this.configuration = configuration;
        this.tenants = tenants;
        this.redis = redis;
        this.keys = keys;
        this.ttlS = ttlS;
    }

    /** What a code was exchanged for; the name and the mode are for people to see where they are. */
    public record Ticket(String tempToken, long expiresInMs, String name, String mode) {}

    /** Empty for a code that is not known or not in use. */
    public Future<Optional<Enterprise>> find(String code) {
        return configuration.enterprise(code).map(found -> found.filter(one -> !one.disabled()));
    }

    /** Fails with 40400 for a code that is not known, 40304 where its tenant is disabled, 50300 while Redis is away. */
    public Future<Ticket> exchange(String code) {
        return find(code).compose(found -> {
            Enterprise one = found.orElseThrow(() -> ApiException.notFound("enterprise"));
            String token = token(one.tenant());
            return tenants.serving(one.tenant())
                    .compose(serving -> redis.send(Request.cmd(Command.SET)
                            .arg(key(one.tenant(), token))
                            .arg(one.code())
                            .arg("EX")
                            .arg(ttlS)))
                    .recover(EnterpriseCodes::away)
                    .map(kept -> new Ticket(
                            token, ttlS * 1000, one.name(), one.mode().code()));
        });
    }

    /** The enterprise a temporary token stands for, which is used up by that; fails with 40100, and 50300 while Redis is away. */
    public Future<Enterprise> take(String token) {
        int dot = token.lastIndexOf('.');
        String tenant = dot < 0 ? "" : token.substring(0, dot);
        if (token.length() > LONGEST_TOKEN || !Databases.validTenant(tenant)) {
            return Future.failedFuture(refused());
        }
        return redis.send(redis.script(TAKE, List.of(key(tenant, token)), List.of()))
                .recover(EnterpriseCodes::away)
                .compose(code -> code == null
                        ? Future.failedFuture(refused())
                        : find(code.toString())
                                .map(found -> found.filter(one -> one.tenant().equals(tenant))
                                        .orElseThrow(EnterpriseCodes::refused)));
    }

    private String token(String tenant) {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return tenant + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private String key(String tenant, String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return keys.enterpriseToken(tenant, HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> Future<T> away(Throwable failure) {
        return Future.failedFuture(
                failure instanceof ApiException
                        ? failure
                        : ApiException.unavailable("Temporary tokens cannot be kept now."));
    }

    private static ApiException refused() {
        return new ApiException(ErrorCode.UNAUTHENTICATED, "The temporary token does not hold.");
    }
}

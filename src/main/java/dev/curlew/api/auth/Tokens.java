package dev.curlew.api.auth;

import com.auth0.jwt.JWT;
import com.auth0.jwt.JWTVerifier;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.exceptions.JWTVerificationException;
import com.auth0.jwt.exceptions.TokenExpiredException;
import com.auth0.jwt.interfaces.DecodedJWT;
import dev.curlew.config.AuthConfig;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Date;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Signed tokens: a JWT with HS256 whose {@code kid} names the key. All configured keys verify, the active one signs, so a
 * key is replaced without ending anyone's login. The database server's clock dates a token: nodes may differ by minutes.
 */
public final class Tokens {

    /** How far the clocks of the issuer and of this node may be apart. */
    static final long CLOCK_SKEW_S = 300;

    private static final String ISSUER = "curlew";
    private static final String TENANT = "tenant";
    private static final String UID = "uid";
    private static final String PLATFORM = "platform";
    private static final String ISSUED_MS = "iat_ms";
    private static final int MAX_LENGTH = 2048;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, JWTVerifier> verifiers = new HashMap<>();
    private final Algorithm active;
    private final String activeKey;

    public Tokens(AuthConfig config, Clock clock) {
        config.keys().forEach((id, secret) -> verifiers.put(id, verifier(Algorithm.HMAC256(secret), clock)));
        this.activeKey = config.activeKey();
        if (!config.keys().containsKey(activeKey)) {
            throw new IllegalArgumentException("auth.active_key is not one of auth.keys: " + activeKey);
        }
        this.active = Algorithm.HMAC256(config.keys().get(activeKey));
    }

    /** A token, the id inside it, and when it ends, milliseconds. */
    public record Issued(String id, String token, long expiresAt) {}

    /**
     * @param now the database server's clock, milliseconds
     * @param ttlS life, seconds
     */
    public Issued issue(String tenant, long uid, int platform, long now, long ttlS) {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        long expiresS = now / 1000 + ttlS;
        String token = JWT.create()
                .withKeyId(activeKey)
                .withIssuer(ISSUER)
                .withJWTId(id)
                .withClaim(TENANT, tenant)
                .withClaim(UID, uid)
                .withClaim(PLATFORM, platform)
                .withIssuedAt(new Date(now))
                .withClaim(ISSUED_MS, now)
                .withExpiresAt(new Date(expiresS * 1000))
                .sign(active);
        return new Issued(id, token, expiresS * 1000);
    }

    /**
     * Signature and time only; whether it was revoked is not known here.
     *
     * @throws ApiException 40100 or 40101
     */
    public TokenGuard.Verified verify(String token) {
        if (token == null || token.length() > MAX_LENGTH) {
            throw refused();
        }
        try {
            String keyId = JWT.decode(token).getKeyId();
            JWTVerifier verifier = keyId == null ? null : verifiers.get(keyId);
            if (verifier == null) {
                throw refused();
            }
            DecodedJWT jwt = verifier.verify(token);
            return new TokenGuard.Verified(
                    jwt.getClaim(TENANT).asString(),
                    jwt.getClaim(UID).asLong(),
                    jwt.getClaim(PLATFORM).asInt(),
                    jwt.getId(),
                    jwt.getClaim(ISSUED_MS).asLong(),
                    jwt.getExpiresAtAsInstant().toEpochMilli());
        } catch (TokenExpiredException expired) {
            throw new ApiException(ErrorCode.TOKEN_EXPIRED, "The token has ended.");
        } catch (JWTVerificationException invalid) {
            throw refused();
        }
    }

    private static ApiException refused() {
        return new ApiException(ErrorCode.UNAUTHENTICATED, "The token is not valid.");
    }

    private static JWTVerifier verifier(Algorithm algorithm, Clock clock) {
        var require = JWT.require(algorithm)
                .withIssuer(ISSUER)
                .withClaimPresence("jti")
                .withClaimPresence("exp")
                .withClaimPresence(TENANT)
                .withClaimPresence(UID)
                .withClaimPresence(PLATFORM)
                .withClaimPresence(ISSUED_MS)
                .acceptIssuedAt(CLOCK_SKEW_S)
                .acceptNotBefore(CLOCK_SKEW_S);
        return ((JWTVerifier.BaseVerification) require).build(clock);
    }
}

package dev.curlew.api.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.curlew.config.AuthConfig;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tokens and the keys that sign them. */
class TokensTest {

    private static final long NOW = 1_800_000_000_123L;
    private static final String OLD = "old-key-of-thirty-two-characters!";
    private static final String NEW = "new-key-of-thirty-two-characters!";

    private static Tokens tokens(Map<String, String> keys, String active, Duration skew) {
        AuthConfig config = new AuthConfig(keys, active, 3600, "secret", 2000, 5000, 1, 10, 300, "", 60, "");
        return new Tokens(config, Clock.offset(Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC), skew));
    }

    private static ErrorCode refusal(Tokens tokens, String token) {
        try {
            tokens.verify(token);
            return null;
        } catch (ApiException e) {
            return e.code();
        }
    }

    @Test
    void whatWasIssuedIsVerified() {
        Tokens tokens = tokens(Map.of("a", OLD), "a", Duration.ZERO);
        Tokens.Issued issued = tokens.issue("demo", 7, 5, NOW, 60);
        TokenGuard.Verified verified = tokens.verify(issued.token());
        assertThat(verified.tenant()).isEqualTo("demo");
        assertThat(verified.uid()).isEqualTo(7);
        assertThat(verified.platform()).isEqualTo(5);
        assertThat(verified.issuedAt()).isEqualTo(NOW);
        assertThat(verified.expiresAt()).isEqualTo(issued.expiresAt()).isBetween(NOW + 59_000, NOW + 60_000);
        assertThat(verified.tokenId()).hasSize(32);
    }

    @Test
    void aFreshTokenHoldsWhereTheClockDiffersByMinutes() {
        String token = tokens(Map.of("a", OLD), "a", Duration.ZERO)
                .issue("demo", 7, 5, NOW, 3600)
                .token();
        assertThat(refusal(tokens(Map.of("a", OLD), "a", Duration.ofSeconds(-299)), token))
                .isNull();
        assertThat(refusal(tokens(Map.of("a", OLD), "a", Duration.ofSeconds(299)), token))
                .isNull();
        assertThat(refusal(tokens(Map.of("a", OLD), "a", Duration.ofSeconds(-400)), token))
                .isEqualTo(ErrorCode.UNAUTHENTICATED);
    }

    @Test
    void anEndedTokenIsToldAsSuch() {
        Tokens tokens = tokens(Map.of("a", OLD), "a", Duration.ofSeconds(61));
        assertThat(refusal(tokens, tokens.issue("demo", 7, 5, NOW, 60).token())).isEqualTo(ErrorCode.TOKEN_EXPIRED);
    }

    @Test
    void aReplacedKeyStillVerifiesUntilItIsRemoved() {
        String token = tokens(Map.of("a", OLD), "a", Duration.ZERO)
                .issue("demo", 7, 5, NOW, 60)
                .token();
        assertThat(refusal(tokens(Map.of("a", OLD, "b", NEW), "b", Duration.ZERO), token))
                .isNull();
        assertThat(refusal(tokens(Map.of("b", NEW), "b", Duration.ZERO), token)).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(refusal(tokens(Map.of("a", NEW), "a", Duration.ZERO), token)).isEqualTo(ErrorCode.UNAUTHENTICATED);
    }

    @Test
    void forgeriesAreRefused() {
        Tokens tokens = tokens(Map.of("a", OLD), "a", Duration.ZERO);
        String[] parts = tokens.issue("demo", 7, 5, NOW, 60).token().split("\\.");
        String none = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"alg\":\"none\",\"kid\":\"a\"}".getBytes(StandardCharsets.UTF_8));
        for (String forged :
                new String[] {"", "x", "a.b.c", none + "." + parts[1] + ".", parts[0] + "." + parts[1] + "."}) {
            assertThat(refusal(tokens, forged)).as(forged).isEqualTo(ErrorCode.UNAUTHENTICATED);
        }
        assertThatThrownBy(() -> tokens(Map.of("a", OLD), "b", Duration.ZERO)).hasMessageContaining("active_key");
    }
}

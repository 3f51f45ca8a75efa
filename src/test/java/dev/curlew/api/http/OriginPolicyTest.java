package dev.curlew.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which pages may call. */
class OriginPolicyTest {

    private final OriginPolicy policy = new OriginPolicy(List.of("https://Chat.example.org"));

    @Test
    void theOwnHostIsAllowedWithItsPort() {
        assertThat(policy.allows("http://host:8080", "host:8080")).isTrue();
        assertThat(policy.allows("http://HOST", "host:80")).isTrue();
        assertThat(policy.allows("https://host", "host")).isTrue();
        assertThat(policy.allows("http://host:8081", "host:8080")).isFalse();
        assertThat(policy.allows("http://[::1]:8080", "[::1]:8080")).isTrue();
    }

    @Test
    void othersAreAllowedByNameOnly() {
        assertThat(policy.allows("https://chat.example.org", "host")).isTrue();
        assertThat(policy.allows("http://chat.example.org", "host")).isFalse();
        assertThat(policy.allows("https://chat.example.org.evil", "host")).isFalse();
        assertThat(policy.allows("null", "host")).isFalse();
        assertThat(policy.allows("http://host", null)).isFalse();
        assertThat(policy.allows("::", "host")).isFalse();
        assertThat(policy.allows(null, "host")).as("not a browser").isTrue();
        assertThat(new OriginPolicy(List.of("*")).allows("http://any", "host")).isTrue();
    }
}

package dev.curlew.gateway.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OriginsTest {

    private final Origins origins = new Origins(List.of("https://app.example.org/"));

    @Test
    void programsWithoutAnOriginMayConnect() {
        assertThat(origins.admits(null, "chat.example.org")).isTrue();
    }

    @Test
    void theOwnHostAndListedOnesMayConnect() {
        assertThat(origins.admits("https://chat.example.org", "chat.example.org"))
                .isTrue();
        assertThat(origins.admits("http://LOCALHOST:8080", "localhost:8080")).isTrue();
        assertThat(origins.admits("https://app.example.org", "chat.example.org"))
                .isTrue();
    }

    @Test
    void foreignPagesMayNot() {
        assertThat(origins.admits("https://evil.example.org", "chat.example.org"))
                .isFalse();
        assertThat(origins.admits("http://localhost:9090", "localhost:8080")).isFalse();
        assertThat(origins.admits("null", "chat.example.org")).isFalse();
        assertThat(origins.admits("https://chat.example.org.evil.org", "chat.example.org"))
                .isFalse();
    }

    @Test
    void aStarAllowsAll() {
        assertThat(new Origins(List.of("*")).admits("https://any.org", "x")).isTrue();
    }
}

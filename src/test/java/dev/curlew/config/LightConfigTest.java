package dev.curlew.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.curlew.Requirement;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A node alone on MySQL is a matter of configuration. */
class LightConfigTest {

    /** {@code conf/light.yaml} is complete but for its secrets, and has no Redis. */
    @Test
    @Requirement("X-004")
    void theLightConfigurationIsOfANodeWithoutRedis() {
        Map<String, String> secrets = Map.of(
                "CURLEW_AUTH_KEYS", "1=a-signing-key-that-is-long-enough-for-all",
                "CURLEW_AUTH_ADMIN_SECRET", "an-admin-secret-of-some-length",
                "CURLEW_MYSQL_PASSWORD", "some-password");
        Path file = Path.of("conf", "light.yaml");
        CurlewConfig config = ConfigLoader.load(file, secrets, List.of());
        assertThat(config.redis().configured()).isFalse();
        assertThat(config.store().single()).isEqualTo(StoreConfig.Single.MYSQL);
        assertThat(ConfigLoader.load(file, secrets, List.of("redis.db=1"))
                        .redis()
                        .addr())
                .isEqualTo("127.0.0.1:6379");
        assertThatThrownBy(() -> ConfigLoader.load(file, secrets, List.of("cluster.members=10.0.0.2:5701")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("redis.addr");
        assertThatThrownBy(() -> ConfigLoader.load(file, secrets, List.of("store.single=mongo", "redis.addr=")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("redis.addr");
        assertThatThrownBy(() -> ConfigLoader.load(file, secrets, List.of("fanout.transport=redis")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("fanout.transport");
    }
}

package dev.curlew.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.config.ConfigLoader;
import dev.curlew.config.CurlewConfig;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class ComposeTest {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+):\\?[^}]*}");
    private static final Map<String, String> OUTSIDE = Map.of(
            "CURLEW_AUTH_KEYS", "a=0123456789abcdef0123456789abcdef",
            "CURLEW_AUTH_ADMIN_SECRET", "0123456789abcdef",
            "MYSQL_PASSWORD", "fedcba9876543210");

    private static Map<?, ?> file;

    @BeforeAll
    static void read() throws Exception {
        try (Reader reader = Files.newBufferedReader(Path.of("compose.yaml"))) {
            file = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"node1", "node2"})
    void aNodeIsConfiguredForProductionWithoutAnyProblem(String name) {
        Map<String, String> environment = new HashMap<>();
        map(map(services().get(name)).get("environment"))
                .forEach((key, value) -> environment.put(key.toString(), filledIn(value.toString())));
        CurlewConfig config = ConfigLoader.load(Path.of("conf/production.yaml"), environment, List.of());
        assertThat(config.production()).isTrue();
        assertThat(config.durability()).isEqualTo(CurlewConfig.Durability.STRICT);
        assertThat(config.node().id()).isEqualTo(name);
        assertThat(config.cluster().members())
                .hasSize(2)
                .contains(config.cluster().host() + ":" + config.cluster().port());
        assertThat(map(map(map(services().get(name)).get("networks")).get("default"))
                        .get("ipv4_address"))
                .isEqualTo(config.cluster().host());
    }

    @Test
    void everyServiceWaitsForOnesThatExistAndCanBeWaitedFor() {
        services()
                .values()
                .forEach(service -> map(map(service).get("depends_on")).forEach((other, how) -> {
                    assertThat(services().keySet().toString()).contains(other.toString());
                    if ("service_healthy".equals(map(how).get("condition"))) {
                        assertThat(map(services().get(other)).get("healthcheck"))
                                .as("%s", other)
                                .isNotNull();
                    }
                }));
    }

    @Test
    void everyNamedVolumeIsDeclared() {
        services().values().forEach(service -> {
            Object volumes = map(service).get("volumes");
            if (volumes instanceof List<?> list) {
                list.forEach(
                        volume -> assertThat(map(file.get("volumes")).keySet().toString())
                                .contains(volume.toString().split(":")[0]));
            }
        });
    }

    private static String filledIn(String text) {
        return VARIABLE.matcher(text).replaceAll(found -> OUTSIDE.get(found.group(1)));
    }

    private static Map<?, ?> services() {
        return map(file.get("services"));
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}

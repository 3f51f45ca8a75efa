package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.TestHttp;
import dev.curlew.dev.DevStores;
import dev.curlew.dev.TestStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import dev.curlew.store.Refreshed;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The configuration while the control database is away. */
class ConfigurationLossIT {

    private static final String SECRET = "dev-admin-secret";
    private static final String FAILURES = "curlew_config_refresh_failures_total";

    @Test
    @Requirement({"A-033", "A-241"})
    void valuesStayWhileTheControlDatabaseIsAwayAndItIsToldOf() {
        DevStores stores = TestStores.processes();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(Refreshed.class);
        try (TestCluster cluster =
                TestCluster.start(stores, "configlossit", 1, "config.refresh_s=1", "mysql.timeout_ms=500")) {
            TestHttp http = cluster.http(0);
            http.call(
                            "PATCH",
                            "/v1/admin/parameters",
                            SECRET,
                            Json.read("{\"parameters\":{\"kept\":\"yes\"}}", JsonNode.class))
                    .ok();
            double before = Metric.read(cluster.managementUrl(0), FAILURES);
            log.start();
            logger.addAppender(log);
            stores.mysql().pause();
            try {
                Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                    for (String family :
                            List.of("parameters", "dictionaries", "third_party", "enterprises", "tenants")) {
                        assertThat(cluster.metrics(0))
                                .containsPattern(FAILURES + "\\{family=\"" + family + "\"[^}]*} [1-9]");
                    }
                    assertThat(http.get("/v1/admin/parameters", SECRET).ok().toString())
                            .contains("kept", "yes");
                });
                assertThat(http.get("/v1/admin/tenants/demo", SECRET)
                                .ok()
                                .path("name")
                                .asText())
                        .isEqualTo("Demo");
            } finally {
                stores.mysql().resume();
            }
            assertThat(Metric.read(cluster.managementUrl(0), FAILURES)).isGreaterThan(before);
            assertThat(List.copyOf(log.list))
                    .anyMatch(line -> line.getLevel() == Level.WARN
                            && line.getFormattedMessage().contains("parameters"));
            Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                double failures = Metric.read(cluster.managementUrl(0), FAILURES);
                Awaitility.await().pollDelay(Duration.ofMillis(2_500)).until(() -> true);
                assertThat(Metric.read(cluster.managementUrl(0), FAILURES)).isEqualTo(failures);
            });
        } finally {
            logger.detachAppender(log);
        }
    }
}

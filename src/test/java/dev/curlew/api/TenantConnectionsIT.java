package dev.curlew.api;

import static dev.curlew.api.ApiNode.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.TestConfig;
import dev.curlew.api.ApiNode.Answer;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.store.mysql.MysqlPool;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What tenants cost in connections: nothing. The node has a user of its own at the database, so that only its connections are counted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TenantConnectionsIT {

    private static final String OWN = "tenantconnit";
    private static final int POOL = 3;
    private static final int TENANTS = 24;

    private final Vertx vertx = Vertx.vertx();
    private MysqlPool root;
    private ApiNode node;

    @BeforeAll
    void start() {
        CurlewConfig asRoot = TestConfig.on(TestStores.shared(), OWN);
        root = new MysqlPool(vertx, asRoot.mysql());
        get(root.query("CREATE USER IF NOT EXISTS '" + OWN + "'@'%' IDENTIFIED BY 'own-pass'"));
        get(root.query("GRANT ALL ON *.* TO '" + OWN + "'@'%'"));
        node = new ApiNode(
                        vertx,
                        TestConfig.on(
                                TestStores.shared(),
                                OWN,
                                "redis.key_prefix=" + OWN,
                                "mysql.user=" + OWN,
                                "mysql.password=own-pass",
                                "mysql.pool_size=" + POOL))
                .start(Map.of());
    }

    @AfterAll
    void stop() {
        get(node.mysql.close());
        get(root.query("DROP USER '" + OWN + "'@'%'"));
        get(root.close());
        get(vertx.close());
    }

    @Test
    void manyTenantsUseTheConnectionsOfOne() {
        for (int i = 0; i < TENANTS; i++) {
            String tenant = "t" + i;
            node.admin("POST", "/v1/admin/tenants", Map.of("tenant", tenant));
            node.admin(
                    "POST",
                    "/v1/admin/users",
                    Map.of("tenant", tenant, "users", List.of(Map.of("account", "ann", "password", "pw"))));
        }
        List<Future<Answer>> all = new ArrayList<>();
        for (int i = 0; i < 2 * TENANTS; i++) {
            String tenant = "t" + i % TENANTS;
            all.add(vertx.executeBlocking(() -> node.login(tenant, "ann", "pw"), false));
        }
        int most = 0;
        Future<?> done = Future.join(all);
        while (!done.isComplete()) {
            most = Math.max(most, connections());
        }
        get(done);
        assertThat(all).allMatch(login -> login.result().status() == 200);
        assertThat(most).isBetween(1, POOL);
        Awaitility.await().atMost(10, TimeUnit.SECONDS).until(() -> connections() <= POOL);
    }

    private int connections() {
        return get(root.query("SELECT COUNT(*) FROM information_schema.processlist WHERE user = ?", OWN))
                .iterator()
                .next()
                .getInteger(0);
    }
}

package dev.curlew.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestHttp;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.config.CurlewConfig;
import dev.curlew.config.RedisConfig;
import dev.curlew.dev.DevStores;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.mysql.CachedTenants;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.mysql.RevocationStore;
import dev.curlew.store.mysql.TenantStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Groups as clients and a backend handle them on two nodes, and a look into the stores behind. Blocks. */
final class GroupWorld implements AutoCloseable {

    static final String TENANT = "demo";
    static final String SECRET = "dev-admin-secret";

    final TestCluster cluster;
    final MysqlPool mysql;
    Jedis redis;
    private final Vertx vertx = Vertx.vertx();
    private final Databases databases;
    private final List<TestHttp> nodes = new ArrayList<>();

    GroupWorld(TestCluster cluster) {
        this.cluster = cluster;
        CurlewConfig config = cluster.config(0);
        mysql = new MysqlPool(vertx, config.mysql());
        databases = new Databases(config.mysql().databasePrefix());
        redis = connected();
        for (int i = 0; i < cluster.size(); i++) {
            nodes.add(cluster.http(i));
        }
    }

    /** After Redis was away: the connection of before does not come back. */
    void connectAgain() {
        try {
            redis.close();
        } catch (JedisConnectionException e) {
            // It is gone, which is why there is another.
        }
        redis = connected();
    }

    void redisIsBack(DevStores stores) {
        stores.redis().start();
        stores.redis().awaitUp();
        connectAgain();
    }

    private Jedis connected() {
        RedisConfig config = cluster.config(0).redis();
        String[] at = config.addr().split(":");
        Jedis connection = new Jedis(at[0], Integer.parseInt(at[1]));
        connection.select(config.db());
        return connection;
    }

    TestHttp http(int node) {
        return nodes.get(node);
    }

    List<Account> users(String... names) {
        List<Account> users = new ArrayList<>();
        for (String name : names) {
            users.add(cluster.user(name));
        }
        return users;
    }

    /** A group of these; the first is the owner. Answers its topic. */
    String group(Account... members) {
        return create(members).ok().path("topic").asText();
    }

    Response create(Account... members) {
        ObjectNode body = Json.object().put("name", "group of " + members[0].name());
        var uids = body.putArray("member_uids");
        for (int i = 1; i < members.length; i++) {
            uids.add(members[i].uid());
        }
        return call(0, members[0], "POST", "", body);
    }

    /** @param path below {@code /v1/im/groups} */
    Response call(int node, Account as, String method, String path, JsonNode body) {
        return nodes.get(node).call(method, "/v1/im/groups" + path, as.token(), body);
    }

    Response get(int node, Account as, String path) {
        return call(node, as, "GET", path, null);
    }

    /** @param path below {@code /v1/admin/groups} */
    Response admin(String method, String path, JsonNode body) {
        return nodes.get(0).call(method, "/v1/admin/groups" + path, SECRET, body);
    }

    /** An administrator deletes the user. */
    void delete(Account user) {
        Response deleted =
                nodes.get(0).call("DELETE", "/v1/admin/users/" + user.uid() + "?tenant=" + TENANT, SECRET, null);
        if (deleted.status() != 204) {
            throw new AssertionError("Not deleted: " + deleted);
        }
    }

    /** A user of another tenant who has this uid there. */
    Account foreigner(String tenant, long uid) {
        nodes.get(0)
                .post("/v1/admin/tenants", SECRET, Json.object().put("tenant", tenant))
                .ok();
        rows("ALTER TABLE " + databases.tenant(tenant, "users") + " AUTO_INCREMENT = " + uid);
        Account foreigner = nodes.get(0).adminToken(SECRET, tenant, "foreigner-" + uid, TestCluster.WEB);
        if (foreigner.uid() != uid) {
            throw new AssertionError("Another uid: " + foreigner.uid());
        }
        return foreigner;
    }

    void block(Account by, Account whom) {
        nodes.get(0)
                .post("/v1/im/blocklist", by.token(), Json.object().put("uid", whom.uid()))
                .ok();
    }

    /** Users made in bulk; their uids. */
    List<Long> crowd(String name, int size) {
        List<Long> uids = new ArrayList<>();
        for (int from = 0; from < size; from += 1000) {
            ObjectNode body = Json.object().put("tenant", TENANT);
            var users = body.putArray("users");
            for (int i = from; i < Math.min(size, from + 1000); i++) {
                users.addObject().put("account", name + "-" + i);
            }
            nodes.get(0)
                    .post("/v1/admin/users", SECRET, body)
                    .ok()
                    .path("users")
                    .forEach(user -> uids.add(user.path("uid").asLong()));
        }
        return uids;
    }

    JsonNode bootstrap(int node, Account as) {
        return nodes.get(node).get("/v1/im/bootstrap", as.token()).ok();
    }

    static ObjectNode uids(long... uids) {
        ObjectNode body = Json.object();
        var list = body.putArray("uids");
        for (long uid : uids) {
            list.add(uid);
        }
        return body;
    }

    static ObjectNode uids(List<Long> uids) {
        return uids(uids.stream().mapToLong(Long::longValue).toArray());
    }

    static int code(Response response) {
        return response.body().path("code").asInt();
    }

    /** All members a caller sees, page by page, and that the total is their number where nobody comes or goes. */
    List<Long> members(int node, Account as, String topic, String filter) {
        List<Long> found = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = get(node, as, "/" + topic + "/members?limit=200" + filter + cursor)
                    .ok();
            page.path("members").forEach(member -> found.add(member.path("uid").asLong()));
            cursor = page.path("next_cursor").isNull()
                    ? null
                    : "&cursor=" + page.path("next_cursor").asText();
        } while (cursor != null);
        return found;
    }

    static long id(String topic) {
        return Long.parseLong(topic.substring(4));
    }

    /** Rows of a statement in which {@code {name}} is a table of the tenant. */
    List<Row> rows(String sql, Object... values) {
        String named = sql.replaceAll("\\{(\\w+)}", databases.tenant(TENANT, "$1"));
        List<Row> rows = new ArrayList<>();
        await(mysql.query(named, values)).forEach(rows::add);
        return rows;
    }

    TenantDirectory tenants() {
        return new CachedTenants(new TenantStore(mysql, databases, new RevocationStore(mysql, databases)), 60_000);
    }

    String table(String tenant, String name) {
        return databases.tenant(tenant, name);
    }

    long number(String sql, Object... values) {
        return rows(sql, values).get(0).getLong(0);
    }

    String key(String rest) {
        return cluster.config(0).redis().keyPrefix() + ":" + TENANT + ":" + rest;
    }

    static <T> T await(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void close() {
        redis.close();
        await(mysql.close());
        await(vertx.close());
    }
}

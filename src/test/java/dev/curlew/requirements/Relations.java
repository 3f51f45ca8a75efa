package dev.curlew.requirements;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import dev.curlew.store.mysql.MysqlPool;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A tenant of its own whose users make friends, block each other and write to each other; and a look into its tables. */
final class Relations implements AutoCloseable {

    static final String SECRET = "dev-admin-secret";

    private static final AtomicInteger TENANTS = new AtomicInteger();
    private static final AtomicInteger NAMES = new AtomicInteger();

    final String tenant = "rel-" + TENANTS.incrementAndGet() + "-" + System.nanoTime() % 1_000_000;
    private final TestCluster cluster;
    private final Vertx vertx = Vertx.vertx();
    final MysqlPool mysql;
    private final String database;

    Relations(TestCluster cluster) {
        this.cluster = cluster;
        this.database = cluster.config(0).mysql().databasePrefix() + "_" + tenant;
        this.mysql = new MysqlPool(vertx, cluster.config(0).mysql());
        cluster.http(0)
                .post("/v1/admin/tenants", SECRET, Json.object().put("tenant", tenant))
                .ok();
    }

    /** Sets a setting of the tenant. */
    void setting(String name, String value) {
        ObjectNode settings = Json.object();
        settings.putObject("settings").put(name, value);
        cluster.http(0)
                .call("PATCH", "/v1/admin/tenants/" + tenant, SECRET, settings)
                .ok();
    }

    Account user(String name) {
        return cluster.http(0).adminToken(SECRET, tenant, name + NAMES.incrementAndGet(), TestCluster.WEB);
    }

    TestHttp.Response call(int node, Account as, String method, String path, JsonNode body) {
        return cluster.http(node).call(method, "/v1/im" + path, as.token(), body);
    }

    JsonNode ok(Account as, String method, String path, JsonNode body) {
        return call(NAMES.incrementAndGet() % 2, as, method, path, body).ok();
    }

    int code(Account as, String method, String path, JsonNode body) {
        return call(NAMES.incrementAndGet() % 2, as, method, path, body)
                .body()
                .path("code")
                .asInt();
    }

    JsonNode ask(Account from, Account to) {
        return ok(from, "POST", "/friend-requests", Json.object().put("to_uid", to.uid()));
    }

    JsonNode decide(Account who, JsonNode request, String action) {
        return ok(
                who,
                "PATCH",
                "/friend-requests/" + request.path("id").asLong(),
                Json.object().put("action", action));
    }

    void befriend(Account one, Account other) {
        decide(other, ask(one, other), "accept");
    }

    void unfriend(Account who, Account other) {
        ok(who, "DELETE", "/friends/" + other.uid(), null);
    }

    void block(Account who, Account other) {
        ok(who, "POST", "/blocklist", Json.object().put("uid", other.uid()));
    }

    void unblock(Account who, Account other) {
        ok(who, "DELETE", "/blocklist/" + other.uid(), null);
    }

    /** Uids of the user's friends, as listed. */
    List<Long> friends(Account who) {
        List<Long> uids = new ArrayList<>();
        ok(who, "GET", "/friends?limit=200", null)
                .path("friends")
                .forEach(one -> uids.add(one.path("uid").asLong()));
        return uids;
    }

    /** The code of the answer to a message, 0 for one that was taken. */
    int send(int node, Account from, Account to) {
        ObjectNode data = Probe.text(to, "c" + NAMES.incrementAndGet(), "hello");
        return TestClient.await(cluster.http(node).send(from, data), TestClient.PATIENCE)
                .path("code")
                .asInt();
    }

    int typing(TestClient socket, Account to) {
        return TestClient.await(
                        socket.request(
                                "typing", Json.object().put("to_uid", to.uid()).put("state", "start")),
                        TestClient.PATIENCE)
                .path("code")
                .asInt();
    }

    String friendsKey(Account who) {
        return "im:" + tenant + ":relation:friends:" + who.uid();
    }

    String blocklistKey(Account who) {
        return "im:" + tenant + ":relation:blocklist:" + who.uid();
    }

    /** Content types in the notifications of a pair, as one of them pulls them. */
    List<Integer> notices(Account reader, Account other) {
        String id = "n_" + Math.min(reader.uid(), other.uid()) + "_" + Math.max(reader.uid(), other.uid());
        List<Integer> types = new ArrayList<>();
        call(0, reader, "GET", "/conversations/" + id + "/messages?after_seq=0&limit=200", null)
                .body()
                .path("messages")
                .forEach(message -> types.add(message.path("content_type").asInt()));
        return types;
    }

    /** Rows of a table between two users, whoever of them comes first. */
    long rows(String table, String first, String second, Account one, Account other) {
        return sql("SELECT COUNT(*) FROM " + table(table) + " WHERE (" + first + " = " + one.uid() + " AND " + second
                        + " = " + other.uid() + ") OR (" + first + " = " + other.uid() + " AND " + second + " = "
                        + one.uid() + ")")
                .iterator()
                .next()
                .getLong(0);
    }

    long friendRows(Account one, Account other) {
        return rows("friends", "uid", "friend_uid", one, other);
    }

    String table(String name) {
        return "`" + database + "`.`" + name + "`";
    }

    RowSet<Row> sql(String statement) {
        return mysql.query(statement)
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(15, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void close() {
        mysql.close().toCompletionStage().toCompletableFuture().join();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}

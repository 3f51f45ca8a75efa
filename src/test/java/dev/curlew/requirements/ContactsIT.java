package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.protocol.Json;
import dev.curlew.store.kafka.Topics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who may write to whom and see whether they are online, on two nodes. */
class ContactsIT extends SharedClusterProbe {

    private Relations relations;
    private Account alice;
    private Account bob;

    @BeforeEach
    void open() {
        relations = new Relations(cluster);
        alice = relations.user("alice");
        bob = relations.user("bob");
    }

    @AfterEach
    void close() {
        relations.close();
    }

    @Test
    @Requirement({"A-088", "A-090", "B-015"})
    void whoIsBlockedIsRefusedOnEveryNodeAndLeavesNoRecord() {
        assertThat(relations.send(0, alice, bob)).isZero();
        String key = relations.tenant + "|" + alice.conversationWith(bob.uid());
        await().atMost(SOON).until(() -> probe.records(Topics.TO_REDIS, key).size() == 1);
        try (TestClient alices = cluster.socket(1, alice);
                TestClient bobs = cluster.socket(0, bob)) {
            relations.block(bob, alice);
            relations.block(bob, alice);
            assertThat(bobs.awaitEvent("friend", SOON).path("kind").asText()).isEqualTo("blocked");
            for (int node = 0; node < 2; node++) {
                assertThat(relations.send(node, alice, bob)).isEqualTo(40303);
            }
            assertThat(TestClient.await(alices.request("send", Probe.text(bob, "socket", "hello")), SOON)
                            .path("code")
                            .asInt())
                    .isEqualTo(40303);
            ObjectNode live = Probe.text(bob, "live", "hello");
            live.putObject("options").put("history", false);
            assertThat(TestClient.await(alices.request("send", live), SOON)
                            .path("code")
                            .asInt())
                    .isEqualTo(40303);
            assertThat(relations.typing(alices, bob)).isEqualTo(40303);
            assertThat(relations.typing(bobs, alice)).isZero();
            assertThat(relations.code(
                            alice, "POST", "/friend-requests", Json.object().put("to_uid", bob.uid())))
                    .isEqualTo(40303);
            assertThat(relations.send(0, bob, alice)).as("the other way").isZero();
            assertThat(probe.redis().sismember(relations.blocklistKey(bob), Long.toString(alice.uid())))
                    .isTrue();
            assertThat(probe.records(Topics.TO_REDIS, key)).hasSize(2);
            JsonNode list = relations.ok(bob, "GET", "/blocklist", null);
            assertThat(list.path("users").path(0).path("uid").asLong()).isEqualTo(alice.uid());
            assertThat(relations.ok(alice, "GET", "/blocklist", null).path("users"))
                    .isEmpty();
            relations.unblock(bob, alice);
            relations.unblock(bob, alice);
            for (int node = 0; node < 2; node++) {
                assertThat(relations.send(node, alice, bob)).isZero();
            }
            assertThat(probe.redis().sismember(relations.blocklistKey(bob), Long.toString(alice.uid())))
                    .isFalse();
            assertThat(relations.typing(alices, bob)).isZero();
        }
        assertThat(relations.code(bob, "POST", "/blocklist", Json.object().put("uid", bob.uid())))
                .isEqualTo(40002);
        assertThat(relations.code(bob, "POST", "/blocklist", Json.object().put("uid", 1L << 40)))
                .isEqualTo(40400);
    }

    @Test
    @Requirement("A-091")
    void strangersFriendsAndBlockedByTheTenantsPolicy() {
        Account friend = relations.user("friend");
        relations.befriend(alice, friend);
        matrix("all", 0, 0, 40303);
        matrix("friends", 40305, 0, 40303);
        assertThat(cluster.http(0)
                        .call("PATCH", "/v1/admin/tenants/" + relations.tenant, Relations.SECRET, policy("strangers"))
                        .body()
                        .path("code")
                        .asInt())
                .isEqualTo(40002);
        try (TestClient alices = cluster.socket(0, alice)) {
            assertThat(relations.typing(alices, bob)).isEqualTo(40305);
            assertThat(relations.typing(alices, friend)).isZero();
        }
    }

    private void matrix(String policy, int stranger, int friend, int blocked) {
        relations.setting("chat_policy", policy);
        Account other = relations.user("other");
        for (int node = 0; node < 2; node++) {
            int at = node;
            await().atMost(SOON).until(() -> relations.send(at, alice, other) == stranger);
        }
        relations.befriend(other, alice);
        for (int node = 0; node < 2; node++) {
            assertThat(relations.send(node, alice, other)).isEqualTo(friend);
        }
        relations.block(other, alice);
        for (int node = 0; node < 2; node++) {
            assertThat(relations.send(node, alice, other)).isEqualTo(blocked);
        }
        relations.unblock(other, alice);
        assertThat(relations.send(0, alice, other)).isEqualTo(friend);
    }

    @Test
    void whatIsStoredIsAnsweredBeforeItIsRefusedAndAdminsAreNotAsked() {
        ObjectNode stored = Probe.text(bob, "before", "hello");
        long seq = TestClient.await(cluster.http(0).send(alice, stored), SOON)
                .path("data")
                .path("seq")
                .asLong();
        relations.block(bob, alice);
        JsonNode again = TestClient.await(cluster.http(1).send(alice, stored), SOON);
        assertThat(again.path("code").asInt()).isZero();
        assertThat(again.path("data").path("seq").asLong()).isEqualTo(seq);
        assertThat(again.path("data").path("duplicate").asBoolean()).isTrue();
        assertThat(relations.send(1, alice, bob)).isEqualTo(40303);
        ObjectNode order = Json.object()
                .put("tenant", relations.tenant)
                .put("send_uid", alice.uid())
                .put("msg_from", 200);
        order.putArray("messages").add(Probe.text(bob, "from the admin", "hello"));
        assertThat(cluster.http(0)
                        .post("/v1/admin/messages", Relations.SECRET, order)
                        .ok()
                        .path("results")
                        .path(0)
                        .path("code")
                        .asInt())
                .isZero();
    }

    @Test
    @Requirement({"A-089", "A-090", "A-293"})
    void aSecondCheckAsksNoTable() {
        relations.setting("chat_policy", "friends");
        relations.befriend(alice, bob);
        await().atMost(SOON).until(() -> relations.send(0, alice, relations.user("stranger")) == 40305);
        assertThat(relations.send(0, alice, bob)).isZero();
        assertThat(relations.send(1, alice, bob)).isZero();
        assertThat(asked(() -> {
                    for (int i = 0; i < 10; i++) {
                        assertThat(relations.send(i % 2, alice, bob)).isZero();
                    }
                }))
                .isZero();
        probe.redis().del(relations.friendsKey(alice), relations.blocklistKey(bob));
        assertThat(asked(() -> assertThat(relations.send(0, alice, bob)).isZero()))
                .as("one query for each of the two sets")
                .isEqualTo(2);
        assertThat(asked(() -> assertThat(relations.send(1, alice, bob)).isZero()))
                .isZero();
    }

    /** Queries of the tenant's relations while something is done, as the database server logged them. */
    private long asked(Runnable work) {
        relations.sql("SET GLOBAL log_output = 'TABLE'");
        relations.sql("TRUNCATE TABLE mysql.general_log");
        relations.sql("SET GLOBAL general_log = 1");
        try {
            work.run();
        } finally {
            relations.sql("SET GLOBAL general_log = 0");
        }
        String mine = relations.table("").replace("``", "");
        return relations
                .sql(
                        "SELECT COUNT(*) FROM mysql.general_log WHERE command_type IN ('Execute', 'Query') AND (argument LIKE '%"
                                + mine + "`friends`%' OR argument LIKE '%" + mine + "`blocks`%')")
                .iterator()
                .next()
                .getLong(0);
    }

    @Test
    @Requirement("A-092")
    void whoMayNotKnowSeesNeitherStateNorTime() {
        Account friend = relations.user("friend");
        relations.befriend(alice, friend);
        try (TestClient bobs = cluster.socket(1, bob);
                TestClient alices = cluster.socket(0, alice)) {
            for (Account viewer : new Account[] {bob, friend}) {
                await().atMost(SOON).until(() -> state(viewer).equals("online"));
            }
            relations.setting("presence_policy", "friends");
            await().atMost(SOON).until(() -> state(bob).equals("unknown"));
            JsonNode hidden = seen(bob);
            assertThat(hidden.path("last_seen_at").isNull()).isTrue();
            assertThat(hidden.path("last_active_at").isNull()).isTrue();
            assertThat(hidden.path("devices")).isEmpty();
            assertThat(state(friend)).isEqualTo("online");
            assertThat(state(alice)).as("oneself").isEqualTo("online");
            JsonNode watched = bobs.call("presence", watch(alice));
            assertThat(watched.path("users").path(0).path("state").asText()).isEqualTo("unknown");
            relations.setting("presence_policy", "nobody");
            await().atMost(SOON).until(() -> state(friend).equals("unknown"));
            relations.setting("presence_policy", "all");
            await().atMost(SOON).until(() -> state(friend).equals("online"));
            relations.block(alice, friend);
            assertThat(state(friend)).as("blocked").isEqualTo("unknown");
            assertThat(state(bob)).isEqualTo("online");
            assertThat(alices.closed()).isNotDone();
        }
    }

    @Test
    @Requirement("A-092")
    void aWatchTellsOfNobodyWhoHides() {
        Account friend = relations.user("friend");
        relations.befriend(alice, friend);
        relations.setting("presence_policy", "friends");
        await().atMost(SOON).until(() -> state(bob).equals("unknown"));
        try (TestClient bobs = cluster.socket(1, bob);
                TestClient friends = cluster.socket(1, friend)) {
            bobs.call("presence", watch(alice));
            friends.call("presence", watch(alice));
            try (TestClient alices = cluster.socket(0, alice)) {
                assertThat(friends.awaitEvent("presence", SOON).path("state").asText())
                        .isEqualTo("online");
                assertThat(alices.closed()).isNotDone();
            }
            assertThat(friends.awaitEvent("presence", SOON).path("state").asText())
                    .isEqualTo("offline");
            assertThat(bobs.events().stream()
                            .noneMatch(event -> event.path("event").asText().equals("presence")))
                    .isTrue();
        }
    }

    private static JsonNode watch(Account whom) {
        ObjectNode data = Json.object().put("subscribe", true);
        data.putArray("uids").add(whom.uid());
        return data;
    }

    private JsonNode seen(Account viewer) {
        return relations
                .ok(viewer, "GET", "/presence?uids=" + alice.uid(), null)
                .path("users")
                .path(0);
    }

    private String state(Account viewer) {
        return seen(viewer).path("state").asText();
    }

    private static ObjectNode policy(String value) {
        ObjectNode body = Json.object();
        body.putObject("settings").put("chat_policy", value);
        return body;
    }
}

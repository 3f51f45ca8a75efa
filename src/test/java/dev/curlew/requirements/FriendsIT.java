package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Becoming friends and ceasing to be, on two nodes. */
class FriendsIT extends SharedClusterProbe {

    private static Relations relations;

    @BeforeAll
    static void open() {
        relations = new Relations(cluster);
    }

    @AfterAll
    static void close() {
        relations.close();
    }

    @Test
    @Requirement({"A-087", "X-020"})
    void anAcceptedRequestMakesFriendsOnBothSidesAndTellsBoth() {
        Account alice = relations.user("alice");
        Account bob = relations.user("bob");
        relations.setting("chat_policy", "friends");
        await().atMost(SOON)
                .until(() -> relations.send(0, alice, bob) == 40305 && relations.send(1, bob, alice) == 40305);
        assertThat(probe.redis().sismember(relations.friendsKey(alice), Long.toString(bob.uid())))
                .isFalse();
        assertThat(probe.redis().sismember(relations.friendsKey(alice), "loaded"))
                .isTrue();
        try (TestClient alices = cluster.socket(0, alice);
                TestClient bobs = cluster.socket(1, bob)) {
            JsonNode request = relations.ask(alice, bob);
            assertThat(request.path("state").asText()).isEqualTo("pending");
            told(bobs, "requested", alice, alice);
            told(alices, "requested", bob, alice);
            JsonNode got = relations
                    .ok(bob, "GET", "/friend-requests", null)
                    .path("requests")
                    .path(0);
            assertThat(got).isEqualTo(request);
            assertThat(relations.ok(alice, "GET", "/friend-requests", null).path("requests"))
                    .isEmpty();
            assertThat(relations
                            .ok(alice, "GET", "/friend-requests?direction=outgoing", null)
                            .path("requests"))
                    .containsExactly(request);
            JsonNode accepted = relations.decide(bob, request, "accept");
            assertThat(accepted.path("state").asText()).isEqualTo("accepted");
            assertThat(accepted.path("actor_uid").asLong()).isEqualTo(bob.uid());
            told(alices, "accepted", bob, bob);
            told(bobs, "accepted", alice, bob);
        }
        assertThat(relations.friends(alice)).containsExactly(bob.uid());
        assertThat(relations.friends(bob)).containsExactly(alice.uid());
        assertThat(relations.send(0, alice, bob)).isZero();
        assertThat(relations.send(1, bob, alice)).isZero();
        assertThat(probe.redis().sismember(relations.friendsKey(alice), Long.toString(bob.uid())))
                .isTrue();
        assertThat(probe.redis().sismember(relations.friendsKey(bob), Long.toString(alice.uid())))
                .isTrue();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(relations.notices(alice, bob)).containsExactly(1001));
        relations.unfriend(alice, bob);
        assertThat(relations.send(1, bob, alice)).isEqualTo(40305);
        assertThat(relations.send(0, alice, bob)).isEqualTo(40305);
        assertThat(probe.redis().sismember(relations.friendsKey(alice), Long.toString(bob.uid())))
                .isFalse();
        assertThat(probe.redis().sismember(relations.friendsKey(bob), Long.toString(alice.uid())))
                .isFalse();
    }

    @Test
    @Requirement("X-020")
    void aDeclinedRequestTellsOfItAndMayBeAskedAgain() {
        Account alice = relations.user("alice");
        Account bob = relations.user("bob");
        JsonNode first = relations.ask(alice, bob);
        assertThat(relations.ask(alice, bob)).as("asked twice").isEqualTo(first);
        JsonNode declined = relations.decide(bob, first, "decline");
        assertThat(declined.path("state").asText()).isEqualTo("declined");
        assertThat(relations.decide(bob, first, "decline")).isEqualTo(declined);
        assertThat(decideCode(bob, first, "accept")).isEqualTo(40900);
        assertThat(relations.friends(alice)).isEmpty();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(relations.notices(alice, bob)).containsExactly(1002));
        JsonNode second = relations.ask(alice, bob);
        assertThat(second.path("id").asLong()).isGreaterThan(first.path("id").asLong());
        JsonNode accepted = relations.decide(bob, second, "accept");
        assertThat(relations.decide(bob, second, "accept")).isEqualTo(accepted);
        assertThat(decideCode(bob, second, "decline")).isEqualTo(40900);
        assertThat(relations.ask(alice, bob)).as("asked of a friend").isEqualTo(accepted);
        assertThat(relations.ask(bob, alice)).isEqualTo(accepted);
        assertThat(relations.friendRows(alice, bob)).isEqualTo(2);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(relations.notices(bob, alice)).containsExactly(1002, 1001));
    }

    @Test
    void onlyWhoWasAskedDecidesAndStrangersSeeNothing() {
        Account alice = relations.user("alice");
        Account bob = relations.user("bob");
        Account eve = relations.user("eve");
        JsonNode request = relations.ask(alice, bob);
        assertThat(decideCode(alice, request, "accept")).isEqualTo(40400);
        assertThat(decideCode(eve, request, "accept")).isEqualTo(40400);
        assertThat(decideCode(bob, Json.object().put("id", 1L << 50), "accept")).isEqualTo(40400);
        assertThat(decideCode(bob, request, "maybe")).isEqualTo(40002);
        assertThat(relations.friendRows(alice, bob)).isZero();
        assertThat(relations.code(
                        alice, "POST", "/friend-requests", Json.object().put("to_uid", alice.uid())))
                .isEqualTo(40002);
        assertThat(relations.code(
                        alice, "POST", "/friend-requests", Json.object().put("to_uid", 1L << 40)))
                .isEqualTo(40400);
        assertThat(relations.code(
                        alice, "POST", "/friend-requests", Json.object().put("to_uid", "bob")))
                .isEqualTo(40002);
        assertThat(relations.code(alice, "POST", "/friend-requests", Json.object()))
                .isEqualTo(40002);
        assertThat(relations.code(
                        alice,
                        "POST",
                        "/friend-requests",
                        Json.object().put("to_uid", bob.uid()).put("message", "m".repeat(257))))
                .isEqualTo(40002);
        assertThat(relations.code(eve, "POST", "/friends", Json.object().put("uid", bob.uid())))
                .as("nobody is made a friend unasked")
                .isEqualTo(40400);
        assertThat(relations.code(eve, "GET", "/friends/" + bob.uid(), null)).isEqualTo(40400);
        assertThat(relations.code(
                        eve, "PATCH", "/friends/" + bob.uid(), Json.object().put("remark", "B")))
                .isEqualTo(40400);
        assertThat(relations.code(eve, "GET", "/friends?cursor=nonsense", null)).isEqualTo(40002);
        assertThat(relations.code(eve, "GET", "/friends?limit=0", null)).isEqualTo(40002);
        assertThat(relations.code(eve, "GET", "/friend-requests?direction=up", null))
                .isEqualTo(40002);
        JsonNode friend = relations.ok(
                bob, "POST", "/friends", Json.object().put("uid", alice.uid()).put("remark", "A"));
        assertThat(friend.path("remark").asText()).isEqualTo("A");
        assertThat(relations
                        .ok(
                                bob,
                                "PATCH",
                                "/friends/" + alice.uid(),
                                Json.object().put("remark", "Al"))
                        .path("remark")
                        .asText())
                .isEqualTo("Al");
        assertThat(relations
                        .ok(alice, "GET", "/friends/" + bob.uid(), null)
                        .path("remark")
                        .asText())
                .as("the other side's own")
                .isEmpty();
    }

    @Test
    void requestsThatCrossEndAsOneFriendship() {
        for (int i = 0; i < 30; i++) {
            Account alice = relations.user("alice");
            Account bob = relations.user("bob");
            CompletableFuture<JsonNode> there = CompletableFuture.supplyAsync(() -> ask(0, alice, bob));
            CompletableFuture<JsonNode> back = CompletableFuture.supplyAsync(() -> ask(1, bob, alice));
            Set<String> states = new HashSet<>(List.of(
                    there.join().path("state").asText(),
                    back.join().path("state").asText()));
            assertThat(states).contains("accepted");
            assertThat(there.join().path("id")).isEqualTo(back.join().path("id"));
            assertThat(relations.friends(alice)).containsExactly(bob.uid());
            assertThat(relations.friends(bob)).containsExactly(alice.uid());
            assertThat(relations.rows("friend_requests", "from_uid", "to_uid", alice, bob))
                    .isEqualTo(1);
        }
    }

    @Test
    void deletingRemovesBothSidesOnceAndRepeatsDoNothing() {
        Account alice = relations.user("alice");
        Account bob = relations.user("bob");
        relations.befriend(alice, bob);
        try (TestClient bobs = cluster.socket(1, bob)) {
            relations.unfriend(alice, bob);
            told(bobs, "deleted", alice, alice);
            relations.unfriend(alice, bob);
            relations.unfriend(bob, alice);
        }
        assertThat(relations.friends(alice)).isEmpty();
        assertThat(relations.friends(bob)).isEmpty();
        assertThat(relations.friendRows(alice, bob)).isZero();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(relations.notices(bob, alice)).containsExactly(1001, 1003));
        JsonNode again = relations.ask(bob, alice);
        assertThat(again.path("state").asText()).isEqualTo("pending");
    }

    @Test
    void listsComeInPages() {
        Account alice = relations.user("alice");
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            Account friend = relations.user("friend");
            all.add(friend.uid());
            relations.befriend(friend, alice);
        }
        List<Long> seen = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            JsonNode page = relations.ok(alice, "GET", "/friends?limit=3" + cursor, null);
            page.path("friends").forEach(one -> seen.add(one.path("uid").asLong()));
            cursor = page.path("next_cursor").isNull()
                    ? null
                    : "&cursor=" + page.path("next_cursor").asText();
        }
        assertThat(seen).isEqualTo(all);
        JsonNode newest = relations.ok(alice, "GET", "/friend-requests?limit=7", null);
        assertThat(newest.path("requests")).hasSize(7);
        assertThat(newest.path("requests").path(0).path("from_uid").asLong()).isEqualTo(all.get(6));
        assertThat(newest.path("next_cursor").isNull()).isTrue();
    }

    @Test
    void whateverHappensAtOnceThereAreBothSidesOrNone() {
        Account alice = relations.user("alice");
        Account bob = relations.user("bob");
        Random random = new Random(7);
        for (int round = 0; round < 25; round++) {
            List<CompletableFuture<?>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Account who = random.nextBoolean() ? alice : bob;
                Account other = who == alice ? bob : alice;
                int node = random.nextInt(2);
                all.add(
                        random.nextBoolean()
                                ? CompletableFuture.supplyAsync(() -> ask(node, who, other))
                                : CompletableFuture.supplyAsync(() -> relations
                                        .call(node, who, "DELETE", "/friends/" + other.uid(), null)
                                        .ok()));
            }
            all.forEach(CompletableFuture::join);
            long rows = relations.friendRows(alice, bob);
            assertThat(rows).isIn(0L, 2L);
            assertThat(relations.friends(alice)).hasSize((int) rows / 2);
            assertThat(relations.friends(bob)).hasSize((int) rows / 2);
        }
    }

    private static JsonNode ask(int node, Account from, Account to) {
        return relations
                .call(node, from, "POST", "/friend-requests", Json.object().put("to_uid", to.uid()))
                .ok();
    }

    private static int decideCode(Account who, JsonNode request, String action) {
        return relations.code(
                who,
                "PATCH",
                "/friend-requests/" + request.path("id").asLong(),
                Json.object().put("action", action));
    }

    private static void told(TestClient socket, String kind, Account about, Account actor) {
        JsonNode event = socket.awaitEvent("friend", SOON);
        assertThat(event).isNotNull();
        assertThat(event.path("kind").asText()).isEqualTo(kind);
        assertThat(event.path("uid").asLong()).isEqualTo(about.uid());
        assertThat(event.path("actor_uid").asLong()).isEqualTo(actor.uid());
    }
}

package dev.curlew.group;

import static dev.curlew.group.GroupWorld.code;
import static dev.curlew.group.GroupWorld.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.store.notice.Notice;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Applications to join a group, over both nodes. */
class JoinRequestsIT extends JoinProbe {

    @Test
    void anAcceptedApplicantIsInAndEverybodyIsTold() {
        List<Account> u = world.users("owner", "admin", "member", "applicant");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        changeMember(0, u.get(0), topic, u.get(1), json().put("role", "admin"));
        try (TestClient watching = world.cluster.socket(0, u.get(2))) {
            Response asked = ask(1, u.get(3), topic, "it is me");
            assertThat(asked.status()).isEqualTo(201);
            JsonNode request = asked.body();
            assertThat(request.fieldNames())
                    .toIterable()
                    .containsExactlyInAnyOrder(
                            "id", "topic", "uid", "message", "state", "created_at", "actor_uid", "decided_at");
            assertThat(request.path("state").asText()).isEqualTo("pending");
            assertThat(request.path("actor_uid").isNull()).isTrue();
            assertThat(code(world.get(0, u.get(3), "/" + topic))).isEqualTo(ABSENT);
            for (Account decider : List.of(u.get(0), u.get(1))) {
                JsonNode notice =
                        notices(u.get(3), decider, Notice.JOIN_REQUESTED, 1).get(0);
                assertThat(notice.path("send_uid").asLong()).isEqualTo(u.get(3).uid());
                assertThat(notice.at("/content/target_uids/0").asLong()).isEqualTo(decider.uid());
                assertThat(notice.at("/content/request_id")).isEqualTo(request.path("id"));
                assertThat(notice.at("/content/reason").asText()).isEqualTo("it is me");
                assertThat(notice.at("/content/group/topic").asText()).isEqualTo(topic);
            }

            JsonNode decided = decide(0, u.get(1), topic, request, "accept").ok();
            assertThat(decided.path("state").asText()).isEqualTo("accepted");
            assertThat(decided.path("actor_uid").asLong()).isEqualTo(u.get(1).uid());
            assertThat(decided.path("decided_at").asLong())
                    .isGreaterThanOrEqualTo(request.path("created_at").asLong());
            assertThat(seen(1, u.get(3), topic).path("member_count").asInt()).isEqualTo(4);
            assertThat(world.members(0, u.get(3), topic, "")).hasSize(4);
            JsonNode event = awaitJoined(watching);
            assertThat(event.path("uid").asLong()).isEqualTo(u.get(1).uid());
            assertThat(event.path("target_uids").get(0).asLong())
                    .isEqualTo(u.get(3).uid());
            JsonNode told =
                    notices(u.get(1), u.get(3), Notice.JOIN_REQUESTED, 1).get(0);
            assertThat(told.at("/content/state").asText()).isEqualTo("accepted");
            assertThat(told.at("/content/uid").asLong()).isEqualTo(u.get(1).uid());
            assertThat(ask(0, u.get(3), topic, "again").ok()).isEqualTo(decided);
        }
    }

    @Test
    void askingAgainIsTheSameUntilDeclinedAndThenAnother() {
        List<Account> u = world.users("owner", "applicant");
        String topic = world.group(u.get(0));
        JsonNode first = ask(0, u.get(1), topic, "please").ok();
        Response again = ask(1, u.get(1), topic, "please please");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first);
        assertThat(notices(u.get(1), u.get(0), Notice.JOIN_REQUESTED, 1)).hasSize(1);
        JsonNode declined = decide(1, u.get(0), topic, first, "decline").ok();
        assertThat(decide(0, u.get(0), topic, first, "decline").ok())
                .as("the same again")
                .isEqualTo(declined);
        Response otherwise = decide(0, u.get(0), topic, first, "accept");
        assertThat(code(otherwise)).isEqualTo(CONFLICT);
        assertThat(otherwise.body().path("message").asText()).isEqualTo("You declined this already.");
        assertThat(code(world.get(0, u.get(1), "/" + topic))).isEqualTo(ABSENT);
        assertThat(notices(u.get(0), u.get(1), Notice.JOIN_REQUESTED, 1)).hasSize(1);

        JsonNode second = ask(0, u.get(1), topic, "and now?").ok();
        assertThat(second.path("id").asLong()).isGreaterThan(first.path("id").asLong());
        decide(0, u.get(0), topic, second, "accept").ok();
        assertThat(seen(1, u.get(1), topic).path("member_count").asInt()).isEqualTo(2);
        assertThat(notices(u.get(1), u.get(0), Notice.JOIN_REQUESTED, 2)).hasSize(2);
        leave(0, u.get(1), topic);
        assertThat(ask(1, u.get(1), topic, "back").status()).isEqualTo(201);
    }

    @Test
    void thePolicyOfTheGroupDecides() {
        List<Account> u = world.users("owner", "one", "two", "blocked", "invited");
        String topic = world.group(u.get(0), u.get(3), u.get(4));
        world.call(0, u.get(0), "DELETE", "/" + topic + "/members/" + u.get(3).uid() + "?block=true", null);
        ask(0, u.get(1), topic, "waiting").ok();
        change(0, u.get(0), topic, json().put("join_policy", "closed"));
        assertThat(code(ask(1, u.get(2), topic, ""))).isEqualTo(FORBIDDEN);
        change(0, u.get(0), topic, json().put("join_policy", "open"));
        for (Account one : List.of(u.get(1), u.get(2))) {
            Response joined = ask(1, one, topic, "");
            assertThat(joined.status()).isEqualTo(201);
            assertThat(joined.body().path("state").asText()).isEqualTo("accepted");
            assertThat(joined.body().path("actor_uid").asLong()).isZero();
            assertThat(seen(0, one, topic).path("topic").asText()).isEqualTo(topic);
            assertThat(ask(0, one, topic, "").body())
                    .as("an answer that was lost")
                    .isEqualTo(joined.body());
        }
        assertThat(requests(topic)).hasSize(2);
        assertThat(code(ask(0, u.get(3), topic, ""))).isEqualTo(BLOCKED);
        assertThat(code(ask(0, u.get(4), topic, ""))).isEqualTo(CONFLICT);
        assertThat(code(world.call(0, u.get(2), "POST", "/grp_999999999/join-requests", json())))
                .isEqualTo(ABSENT);
        assertThat(code(world.call(0, u.get(2), "POST", "/nonsense/join-requests", json())))
                .isEqualTo(ABSENT);
        world.call(0, u.get(0), "DELETE", "/" + topic, null);
        assertThat(code(ask(1, world.cluster.user("late"), topic, ""))).isEqualTo(ABSENT);
    }

    @Test
    void whoIsBroughtInMeanwhileWaitsNoLonger() {
        List<Account> u = world.users("owner", "member", "applicant", "other");
        String topic = world.group(u.get(0), u.get(1));
        JsonNode request = ask(0, u.get(2), topic, "").ok();
        ask(0, u.get(3), topic, "").ok();
        assertThat(add(1, u.get(1), topic, u.get(2))).isZero();
        List<Row> rows = requests(topic);
        assertThat(rows).extracting(row -> row.getString("state")).containsExactly("accepted", "pending");
        assertThat(rows.get(0).getLong("actor_uid")).isEqualTo(u.get(1).uid());
        assertThat(code(decide(0, u.get(0), topic, request, "decline"))).isEqualTo(CONFLICT);
        leave(0, u.get(2), topic);
        assertThat(ask(0, u.get(2), topic, "back").status()).isEqualTo(201);
    }

    @Test
    void manyAskInManyGroupsAtOnce() {
        List<Account> u = world.users("owner", "a", "b", "c", "d");
        List<String> topics = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            topics.add(world.group(u.get(0)));
        }
        List<CompletableFuture<Response>> all = new ArrayList<>();
        for (String topic : topics) {
            for (Account one : u.subList(1, 5)) {
                int node = all.size() % 2;
                all.add(CompletableFuture.supplyAsync(() -> ask(node, one, topic, "")));
            }
        }
        assertThat(all).extracting(one -> one.join().status()).containsOnly(201);
        assertThat(topics).allSatisfy(topic -> assertThat(requests(topic)).hasSize(4));
    }

    @Test
    void whoWasBlockedMeanwhileIsNotLetIn() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        leave(0, u.get(1), topic);
        JsonNode request = ask(0, u.get(1), topic, "").ok();
        world.call(1, u.get(0), "DELETE", "/" + topic + "/members/" + u.get(1).uid() + "?block=true", null);
        assertThat(code(decide(0, u.get(0), topic, request, "accept"))).isEqualTo(BLOCKED);
        assertThat(requests(topic).get(0).getString("state")).isEqualTo("pending");
        assertThat(decide(0, u.get(0), topic, request, "decline")
                        .ok()
                        .path("state")
                        .asText())
                .isEqualTo("declined");
    }

    @Test
    void deciderSeesAllAndOthersTheirOwn() {
        List<Account> u = world.users("owner", "member", "one", "two", "stranger");
        String topic = world.group(u.get(0), u.get(1));
        String path = "/" + topic + "/join-requests";
        JsonNode first = ask(0, u.get(2), topic, "1").ok();
        JsonNode second = ask(1, u.get(3), topic, "2").ok();
        decide(0, u.get(0), topic, first, "decline");
        assertThat(ids(world.get(1, u.get(0), path).ok()))
                .containsExactly(second.path("id").asLong(), first.path("id").asLong());
        assertThat(ids(world.get(1, u.get(0), path + "?state=pending").ok()))
                .containsExactly(second.path("id").asLong());
        JsonNode page = world.get(0, u.get(0), path + "?limit=1").ok();
        assertThat(ids(page)).containsExactly(second.path("id").asLong());
        JsonNode next = world.get(
                        1,
                        u.get(0),
                        path + "?limit=1&cursor=" + page.path("next_cursor").asText())
                .ok();
        assertThat(ids(next)).containsExactly(first.path("id").asLong());
        assertThat(next.path("next_cursor").isNull()).isTrue();
        assertThat(ids(world.get(0, u.get(2), path).ok()))
                .containsExactly(first.path("id").asLong());
        assertThat(ids(world.get(0, u.get(2), path + "?state=pending").ok())).isEmpty();
        assertThat(ids(world.get(0, u.get(1), path).ok())).isEmpty();
        assertThat(code(world.get(0, u.get(4), path))).isEqualTo(ABSENT);
        for (String bad : List.of("?state=open", "?limit=0", "?cursor=x")) {
            assertThat(code(world.get(0, u.get(0), path + bad))).as(bad).isEqualTo(INVALID);
        }
        assertThat(code(ask(0, u.get(4), topic, "x".repeat(257)))).isEqualTo(INVALID);
        assertThat(code(world.call(0, u.get(0), "PATCH", path + "/" + second.path("id"), json())))
                .isEqualTo(INVALID);
        assertThat(code(decide(0, u.get(0), topic, second, "perhaps"))).isEqualTo(INVALID);
        assertThat(code(world.call(0, u.get(0), "PATCH", path + "/x", json().put("action", "accept"))))
                .isEqualTo(INVALID);
        String other = world.group(u.get(0));
        assertThat(code(decide(0, u.get(0), other, second, "accept")))
                .as("of another group")
                .isEqualTo(ABSENT);
    }

    @Test
    void ofTwoWhoDecideAtOnceOneDoes() {
        List<Account> u = world.users("owner", "admin", "applicant");
        String topic = world.group(u.get(0), u.get(1));
        changeMember(0, u.get(0), topic, u.get(1), json().put("role", "admin"));
        for (int round = 0; round < 8; round++) {
            JsonNode request = ask(round % 2, u.get(2), topic, "").ok();
            String other = round % 3 == 0 ? "accept" : "decline";
            CompletableFuture<Response> one =
                    CompletableFuture.supplyAsync(() -> decide(0, u.get(0), topic, request, "accept"));
            CompletableFuture<Response> two =
                    CompletableFuture.supplyAsync(() -> decide(1, u.get(1), topic, request, other));
            List<Response> both = List.of(one.join(), two.join());
            assertThat(both).extracting(GroupWorld::code).containsExactlyInAnyOrder(0, CONFLICT);
            boolean first = both.get(0).status() == 200;
            Row row = requests(topic).get(round);
            assertThat(row.getLong("actor_uid")).isEqualTo(u.get(first ? 0 : 1).uid());
            boolean in = row.getString("state").equals("accepted");
            assertThat(in).isEqualTo(first || other.equals("accept"));
            assertThat(seen(0, u.get(0), topic).path("member_count").asInt()).isEqualTo(in ? 3 : 2);
            if (in) {
                assertThat(leave(1, u.get(2), topic)).isZero();
            }
        }
    }

    @Test
    void askedManyTimesAtOnceThereIsOnePending() {
        List<Account> u = world.users("owner", "applicant");
        String topic = world.group(u.get(0));
        List<CompletableFuture<Response>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int node = i % 2;
            all.add(CompletableFuture.supplyAsync(() -> ask(node, u.get(1), topic, "now")));
        }
        List<Integer> statuses = all.stream().map(one -> one.join().status()).toList();
        assertThat(statuses).containsOnly(200, 201).containsOnlyOnce(201);
        assertThat(requests(topic)).hasSize(1);
    }

    @Test
    @Requirement("A-174")
    void whoBroughtWhomInAndWhoDecidedWhatOutlivesRedis() {
        List<Account> u = world.users("owner", "invited", "accepted", "declined");
        long before = world.number("SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)");
        String topic = world.group(u.get(0));
        assertThat(add(0, u.get(0), topic, u.get(1))).isZero();
        JsonNode accepted = ask(0, u.get(2), topic, "a").ok();
        JsonNode declined = ask(1, u.get(3), topic, "d").ok();
        decide(0, u.get(0), topic, accepted, "accept").ok();
        decide(1, u.get(0), topic, declined, "decline").ok();
        String path = "/" + topic + "/join-requests";
        JsonNode requests = world.get(0, u.get(0), path).ok();

        world.redis.flushAll();

        assertThat(requests(topic)).hasSize(2).allSatisfy(row -> {
            assertThat(row.getLong("actor_uid")).isEqualTo(u.get(0).uid());
            assertThat(row.getLong("created_at")).isGreaterThanOrEqualTo(before);
            assertThat(row.getLong("decided_at")).isGreaterThanOrEqualTo(row.getLong("created_at"));
        });
        assertThat(requests(topic)).extracting(row -> row.getString("state")).containsExactly("accepted", "declined");
        List<Row> invited = world.rows("SELECT * FROM {im_group_invitations} WHERE group_id = ?", id(topic));
        assertThat(invited).hasSize(1);
        assertThat(invited.get(0).getLong("inviter_uid")).isEqualTo(u.get(0).uid());
        assertThat(invited.get(0).getLong("created_at")).isGreaterThanOrEqualTo(before);
        assertThat(world.get(1, u.get(0), path).ok()).isEqualTo(requests);
        JsonNode invitations =
                world.get(1, u.get(0), "/" + topic + "/invitations").ok();
        assertThat(invitations.at("/invitations/0/uid").asLong())
                .isEqualTo(u.get(1).uid());
        assertThat(invitations.at("/invitations/0/inviter_uid").asLong())
                .isEqualTo(u.get(0).uid());
        assertThat(invitations.path("next_cursor").isNull()).isTrue();
    }

    private static JsonNode awaitJoined(TestClient client) {
        while (true) {
            JsonNode event = client.awaitEvent("group", SOON);
            assertThat(event).as("told that somebody joined").isNotNull();
            if (event.path("kind").asText().equals("joined")) {
                return event;
            }
        }
    }
}

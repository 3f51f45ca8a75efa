package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.domain.GroupId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A product's backend that knows its users by names of its own alone. */
class BackendIT extends GroupProbe {

    @Test
    void aGroupIsMadeAndFilledAndListedByAccounts() {
        List<Account> all = world.users("mia", "noah", "emma");
        ObjectNode wanted =
                body().put("name", "order").put("owner_account", all.get(0).name());
        wanted.putArray("member_accounts").add(all.get(1).name());
        JsonNode made = world.admin("POST", "", wanted).ok();
        String topic = made.path("topic").asText();
        assertThat(made.path("owner_uid").asLong()).isEqualTo(all.get(0).uid());
        ObjectNode more = body();
        more.putArray("accounts").add(all.get(2).name()).add(all.get(1).name());
        assertThat(world.admin("POST", "/" + topic + "/members", more).ok().path("uids"))
                .extracting(JsonNode::asLong)
                .containsExactly(all.get(2).uid());

        JsonNode page = world.admin("GET", "/" + topic + "/members?tenant=demo&limit=2", null)
                .ok();
        assertThat(page.path("total").asInt()).isEqualTo(3);
        JsonNode rest = world.admin(
                        "GET",
                        "/" + topic + "/members?tenant=demo&cursor="
                                + page.path("next_cursor").asText(),
                        null)
                .ok();
        assertThat(IntStream.range(0, 3)
                        .mapToObj(i -> i < 2
                                ? page.path("members").path(i)
                                : rest.path("members").path(0))
                        .map(member -> member.path("account").asText()))
                .containsExactlyElementsOf(all.stream().map(Account::name).toList());
        assertThat(world.admin("GET", "/" + topic + "/members?tenant=demo&role=owner", null)
                        .ok()
                        .at("/members/0/account")
                        .asText())
                .isEqualTo(all.get(0).name());
        ObjectNode known = (ObjectNode) seen(1, all.get(1), topic);
        assertThat(world.admin("GET", "/" + topic + "?tenant=demo", null).ok())
                .as("what members see, and what is decided over their heads")
                .isEqualTo(known.put("large", "auto").put("review", "tenant"));
        assertThat(world.get(0, all.get(1), "/" + topic + "/members")
                        .ok()
                        .at("/members/0")
                        .has("account"))
                .as("members do not learn accounts")
                .isFalse();
    }

    @Test
    void whatIsMissingOrUnknownIsNamed() {
        Account owner = world.cluster.user("owner");
        assertThat(GroupWorld.code(world.admin("POST", "", body().put("name", "g"))))
                .isEqualTo(INVALID);
        assertThat(GroupWorld.code(world.admin(
                        "POST",
                        "",
                        body().put("name", "g").put("owner_uid", owner.uid()).put("owner_account", owner.name()))))
                .isEqualTo(INVALID);
        Response unknown = world.admin("POST", "", body().put("name", "g").put("owner_account", "nobody-at-all"));
        assertThat(GroupWorld.code(unknown)).isEqualTo(ABSENT);
        assertThat(unknown.body().path("message").asText()).contains("nobody-at-all");
        String topic = world.group(owner);
        Response none = world.admin("POST", "/" + topic + "/members", body());
        assertThat(GroupWorld.code(none)).isEqualTo(INVALID);
        assertThat(message(none)).isEqualTo("uids or accounts is missing.");
        Response stranger = world.call(0, owner, "POST", "/" + topic + "/members", GroupWorld.uids(777777777));
        assertThat(GroupWorld.code(stranger)).isEqualTo(ABSENT);
        assertThat(message(stranger)).isEqualTo("user 777777777 not found.");
        assertThat(GroupWorld.code(world.admin("GET", "/grp_999999999?tenant=demo", null)))
                .isEqualTo(ABSENT);
        assertThat(GroupWorld.code(world.admin("GET", "/grp_999999999/members?tenant=demo", null)))
                .isEqualTo(ABSENT);
        assertThat(GroupWorld.code(world.admin("GET", "/" + topic + "?tenant=none", null)))
                .isEqualTo(ABSENT);
    }

    @Test
    void whatIsNoNumberAndFitsNoColumnIsABadRequest() throws Exception {
        Account owner = world.cluster.user("owner");
        String topic = world.group(owner);
        for (String blank : List.of(" ", "\t\n", "\u0000", "")) {
            assertThat(change(0, owner, topic, json().put("muted_until", blank)))
                    .as("a blank number")
                    .isEqualTo(INVALID);
            ObjectNode announcement = json().put("content", "x").put("need_confirm", blank);
            assertThat(GroupWorld.code(world.call(1, owner, "POST", "/" + topic + "/announcements", announcement)))
                    .as("a blank answer")
                    .isEqualTo(INVALID);
        }
        for (String path : List.of("/v1/im/sessions/%C3%A9", "/v1/im/sessions/%F0%9F%98%80")) {
            Response response = world.http(0).call("DELETE", path, owner.token(), null);
            assertThat(GroupWorld.code(response)).as(path).isIn(INVALID, ABSENT);
        }
        byte[] overlong = "{'name':'a?/b'}".replace('\'', '"').getBytes(StandardCharsets.ISO_8859_1);
        overlong[10] = (byte) 0xC0;
        overlong[11] = (byte) 0xAF;
        HttpRequest request = HttpRequest.newBuilder(URI.create(world.cluster.url(0) + "/v1/im/groups/" + topic))
                .header("Authorization", "Bearer " + owner.token())
                .method("PATCH", HttpRequest.BodyPublishers.ofByteArray(overlong))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .body())
                .contains("40001");
        assertThat(change(0, owner, topic, json().put("name", "kept"))).isZero();
    }

    @Test
    void groupsAreListedByOwnerWithoutThoseThatEnded() {
        List<Account> two = world.users("owner", "other");
        List<String> topics = List.of(world.group(two.get(0)), world.group(two.get(0)), world.group(two.get(0)));
        world.group(two.get(1), two.get(0));
        world.call(0, two.get(0), "DELETE", "/" + topics.get(1), null);
        String query = "?tenant=demo&limit=1&owner_uid=" + two.get(0).uid();
        JsonNode first = world.admin("GET", query, null).ok();
        JsonNode rest = world.admin(
                        "GET", query + "&cursor=" + first.path("next_cursor").asText(), null)
                .ok();
        assertThat(List.of(
                        first.at("/groups/0/topic").asText(),
                        rest.at("/groups/0/topic").asText()))
                .containsExactly(topics.get(0), topics.get(2));
        assertThat(rest.path("next_cursor").isNull()).isTrue();
        assertThat(world.admin("GET", "?limit=200", null).ok().path("groups")).hasSizeGreaterThan(2);
        assertThat(GroupWorld.code(world.admin("GET", "?owner_uid=x", null))).isEqualTo(INVALID);
        assertThat(GroupWorld.code(world.admin("GET", "?tenant=none", null))).isEqualTo(ABSENT);
    }

    @Test
    void whoIsBlockedIsSeenAndLetBackIn() {
        List<Account> two = world.users("owner", "blocked");
        Account blocked = two.get(1);
        String topic = world.group(two.get(0), blocked);
        world.admin("DELETE", "/" + topic + "/members/" + blocked.uid() + "?tenant=demo&block=true", null);
        JsonNode page =
                world.admin("GET", "/" + topic + "/blocked?tenant=demo", null).ok();
        assertThat(page.path("total").asInt()).isEqualTo(1);
        assertThat(page.at("/members/0/account").asText()).isEqualTo(blocked.name());
        String path = "/" + topic + "/blocked/" + blocked.uid() + "?tenant=demo";
        assertThat(world.admin("DELETE", path, null).status()).isEqualTo(204);
        assertThat(GroupWorld.code(world.admin("DELETE", path, null))).isEqualTo(ABSENT);
        assertThat(world.admin("GET", "/" + topic + "/blocked?tenant=demo", null)
                        .ok()
                        .path("members"))
                .isEmpty();
        assertThat(add(1, two.get(0), topic, blocked)).isZero();
    }

    @Test
    void theTotalOfAnEndedGroupIsThatOfItsList() {
        List<Account> all = world.users("owner", "one", "two");
        String topic = world.group(all.get(0), all.get(1), all.get(2));
        leave(0, all.get(2), topic);
        world.call(0, all.get(0), "DELETE", "/" + topic, null);
        JsonNode page =
                world.admin("GET", "/" + topic + "/members?tenant=demo", null).ok();
        assertThat(page.path("members")).hasSize(2);
        assertThat(page.path("total").asInt()).isEqualTo(2);
    }

    @Test
    void aDeletedUserGetsNowhereAndKeepsNoName() {
        List<Account> all = world.users("owner", "deleted", "elsewhere");
        Account owner = all.get(0);
        Account deleted = all.get(1);
        String topic = world.group(owner, deleted);
        String other = world.group(all.get(2));
        changeMember(0, deleted, topic, deleted, json().put("nickname", "Del"));
        changeMember(0, owner, topic, deleted, json().put("role", "admin"));
        assertThat(listed(1, owner, topic, deleted).path("nickname").asText()).isEqualTo("Del");
        try (TestClient socket = world.cluster.socket(1, deleted)) {
            world.delete(deleted);
            assertThat(socket.awaitEvent("kick", TestClient.PATIENCE)
                            .path("reason")
                            .asText())
                    .isEqualTo("deleted");
        }
        assertThat(listed(1, owner, topic, deleted).path("nickname").asText()).isEmpty();
        assertThat(GroupWorld.code(world.create(owner, deleted))).isEqualTo(ABSENT);
        assertThat(add(0, all.get(2), other, deleted)).isEqualTo(ABSENT);
        assertThat(changeMember(0, owner, topic, deleted, json().put("role", "owner")))
                .isEqualTo(ABSENT);
        assertThat(changeMember(0, owner, topic, deleted, json().put("role", "member")))
                .as("less is no harm")
                .isZero();
        assertThat(changeMember(0, owner, topic, deleted, json().put("role", "admin")))
                .isEqualTo(ABSENT);
        assertThat(GroupWorld.code(
                        world.admin("PATCH", "/" + topic + "/members/" + deleted.uid(), body().put("role", "owner"))))
                .isEqualTo(ABSENT);
    }

    @Test
    void notificationsSayTheRoleAndTheEndOfAMute() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        changeMember(0, two.get(0), topic, two.get(1), json().put("role", "admin"));
        changeMember(0, two.get(0), topic, two.get(1), json().put("muted_until", 4_000_000_000_000L));
        String notices = GroupId.ofTopic(topic).orElseThrow().notices();
        Awaitility.await().untilAsserted(() -> {
            Map<String, JsonNode> byKind = new HashMap<>();
            world.http(1)
                    .get(
                            "/v1/im/conversations/" + notices + "/messages",
                            two.get(1).token())
                    .body()
                    .path("messages")
                    .forEach(message -> byKind.put(message.at("/content/kind").asText(), message.path("content")));
            assertThat(byKind).containsKeys("role", "member_muted");
            assertThat(byKind.get("role").path("role").asText()).isEqualTo("admin");
            assertThat(byKind.get("member_muted").path("muted_until").asLong()).isEqualTo(4_000_000_000_000L);
        });
    }

    private static String message(Response response) {
        return response.body().path("message").asText();
    }

    private static ObjectNode body() {
        return json().put("tenant", GroupWorld.TENANT);
    }
}

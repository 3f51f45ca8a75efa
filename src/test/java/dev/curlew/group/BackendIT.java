package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestHttp.Response;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
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
        assertThat(world.admin("GET", "/" + topic + "?tenant=demo", null).ok()).isEqualTo(seen(1, all.get(1), topic));
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
        assertThat(GroupWorld.code(world.admin("POST", "/" + topic + "/members", body())))
                .isEqualTo(INVALID);
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

    private static ObjectNode body() {
        return json().put("tenant", GroupWorld.TENANT);
    }
}

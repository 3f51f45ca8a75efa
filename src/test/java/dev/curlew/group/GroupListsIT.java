package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.protocol.Json;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Lists with groups in them: their order, what a device learns, what a member sets. */
class GroupListsIT extends GroupListProbe {

    @Test
    void theListIsInTheOrderOfTheNewestMessages() {
        List<Account> two = world.users("owner", "member");
        Account member = two.get(1);
        String first = world.group(two.get(0), member);
        String second = world.group(two.get(0), member);
        String third = world.group(two.get(0), member);
        Talk talk = new Talk(world);
        talk.say(third, two.get(0), "a");
        talk.say(first, two.get(0), "b");
        talk.say(second, two.get(0), "c");
        assertThat(listed(0, member)).containsExactly(id(second), id(first), id(third));
        talk.say(third, two.get(0), "d");
        assertThat(listed(1, member)).containsExactly(id(third), id(second), id(first));

        JsonNode page = world.http(1)
                .get("/v1/im/conversations?limit=2", member.token())
                .ok();
        JsonNode rest = world.http(0)
                .get(
                        "/v1/im/conversations?limit=2&cursor="
                                + page.path("next_cursor").asText(),
                        member.token())
                .ok();
        assertThat(ids(rest.path("conversations"))).containsExactly(id(first));
        JsonNode shown = page.path("conversations").path(0);
        assertThat(shown.path("conversation_type").asInt()).isEqualTo(2);
        assertThat(shown.path("topic").asText()).isEqualTo(third);
        assertThat(shown.path("show_name").asText()).startsWith("group of");
        assertThat(shown.path("latest_msg").path("content").path("text").asText())
                .isEqualTo("d");
        assertThat(world.bootstrap(1, member).path("conversations")).hasSize(3);
    }

    @Test
    void aDeviceLearnsOfGroupsByItsVersion() {
        List<Account> two = world.users("owner", "member");
        Account member = two.get(1);
        String first = world.group(two.get(0), member);
        String second = world.group(two.get(0), member);
        Talk talk = new Talk(world);
        JsonNode whole = sync(0, member, 0, null);
        assertThat(whole.path("full").asBoolean()).isTrue();
        assertThat(ids(whole.path("changed"))).containsExactlyInAnyOrder(id(first), id(second));
        assertThat(whole.path("ids_hash").asText()).isEqualTo(hash(id(first), id(second)));

        JsonNode nothing = sync(1, member, whole.path("version").asLong(), null);
        assertThat(nothing.path("changed")).isEmpty();
        talk.say(second, two.get(0), "news");
        long before = nothing.path("version").asLong();
        JsonNode news = sync(1, member, before, hash(id(first), id(second)));
        assertThat(ids(news.path("changed"))).containsExactly(id(second));
        assertThat(news.path("equal").asBoolean()).isTrue();
        assertThat(ids(sync(0, member, before, null).path("changed")))
                .as("the other device, a moment later")
                .containsExactly(id(second));
    }

    @Test
    void settingsOfAGroupAreTheMembersOwn() {
        List<Account> two = world.users("owner", "member");
        Account member = two.get(1);
        String quiet = world.group(two.get(0), member);
        String loud = world.group(two.get(0), member);
        Talk talk = new Talk(world);
        talk.say(quiet, two.get(0), "a");
        talk.say(loud, two.get(0), "b");
        try (TestClient other = world.cluster.socket(1, member)) {
            set(0, member, quiet, json().put("is_pinned", true).put("recv_msg_opt", 1));
            assertThat(other.awaitEvent("conversation", TestClient.PATIENCE)
                            .path("is_pinned")
                            .asBoolean())
                    .isTrue();
        }
        assertThat(listed(1, member)).containsExactly(id(quiet), id(loud));
        assertThat(world.http(1).unreadTotal(member)).isEqualTo(1);
        assertThat(conversation(0, two.get(0), quiet).path("is_pinned").asBoolean())
                .isFalse();
        assertThat(GroupWorld.code(world.http(0)
                        .call(
                                "PATCH",
                                "/v1/im/conversations/" + id(loud),
                                member.token(),
                                json().put("is_private_chat", true))))
                .isEqualTo(INVALID);

        world.http(0)
                .call("DELETE", "/v1/im/conversations/" + id(loud), member.token(), null)
                .ok();
        assertThat(listed(1, member)).containsExactly(id(quiet));
        assertThat(world.http(1).unreadTotal(member)).isZero();
        talk.say(loud, two.get(0), "c");
        assertThat(listed(1, member)).containsExactly(id(quiet), id(loud));
    }

    private JsonNode sync(int node, Account who, long version, String hash) {
        String query = "?version=" + version + (hash == null ? "" : "&ids_hash=" + hash);
        return world.http(node)
                .get("/v1/im/conversations/changes" + query, who.token())
                .ok();
    }

    private void set(int node, Account who, String topic, ObjectNode settings) {
        Response answer = world.http(node).call("PATCH", "/v1/im/conversations/" + id(topic), who.token(), settings);
        assertThat(answer.ok().path("conversation_id").asText()).isEqualTo(id(topic));
    }

    private static String hash(String... ids) {
        try {
            byte[] list = Json.bytes(new TreeSet<>(List.of(ids)));
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(list));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a message to a group may leave out, who is told who is writing, and from how many members on a group is large. */
class GroupOptionsIT extends GroupListProbe {

    @Test
    void whoIsWritingIsToldToThoseWhoFollowAndNowhereKept() {
        List<Account> three = world.users("writer", "member", "deaf");
        String topic = world.group(three.get(0), three.get(1), three.get(2));
        world.http(0)
                .call("PATCH", "/v1/im/conversations/" + id(topic), three.get(2).token(), json().put("recv_msg_opt", 1))
                .ok();
        try (TestClient writing = world.cluster.socket(0, three.get(0), "a");
                TestClient tablet = world.cluster.socket(1, three.get(0), "b");
                TestClient member = world.cluster.socket(1, three.get(1));
                TestClient deaf = world.cluster.socket(1, three.get(2))) {
            List<JsonNode> elsewhere = listen(tablet);
            List<JsonNode> unwanted = listen(deaf);
            List<JsonNode> own = listen(writing);
            writing.call("typing", json().put("topic", topic).put("state", "start"));
            JsonNode told = member.awaitEvent("typing", TestClient.PATIENCE);
            assertThat(told.path("conversation_id").asText()).isEqualTo(id(topic));
            assertThat(told.path("uid").asLong()).isEqualTo(three.get(0).uid());
            assertThat(told.path("state").asText()).isEqualTo("start");
            writing.call("typing", json().put("topic", topic).put("state", "stop"));
            assertThat(member.awaitEvent("typing", TestClient.PATIENCE)
                            .path("state")
                            .asText())
                    .isEqualTo("stop");
            // What was said after it has come, so whatever of it was to come has come too.
            sends(0, three.get(1), text(topic, "done"));
            await(elsewhere, 1);
            await(own, 1);
            for (List<JsonNode> heard : List.of(elsewhere, unwanted, own)) {
                assertThat(typed(heard)).isEmpty();
            }
            member.call("detach", topics(topic));
            List<JsonNode> detached = listen(member);
            writing.call("typing", json().put("topic", topic).put("state", "start"));
            member.call("attach", topics(topic));
            sends(0, three.get(0), text(topic, "more"));
            await(detached, 2);
            assertThat(typed(detached)).isEmpty();
        }
        assertThat(world.number("SELECT COUNT(*) FROM {im_group_messages} WHERE topic = ?", topic))
                .isEqualTo(2);
    }

    @Test
    void inALargeGroupOnlySomeAreToldOf() {
        List<Account> three = world.users("a", "b", "reader");
        String topic = world.group(three.get(0), three.get(1), three.get(2));
        world.admin(
                        "PATCH",
                        "/" + topic,
                        json().put("tenant", GroupWorld.TENANT).put("large", "yes"))
                .ok();
        try (TestClient a = world.cluster.socket(0, three.get(0));
                TestClient b = world.cluster.socket(0, three.get(1));
                TestClient reader = world.cluster.socket(1, three.get(2))) {
            List<JsonNode> heard = listen(reader);
            long began = System.nanoTime();
            for (int i = 0; i < 40; i++) {
                (i % 2 == 0 ? a : b).call("typing", json().put("topic", topic).put("state", "start"));
            }
            long seconds = (System.nanoTime() - began) / 1_000_000_000L;
            sends(0, three.get(0), text(topic, "done"));
            await(heard, 1);
            assertThat(typed(heard)).hasSizeBetween(1, (int) seconds + 1);
        }
    }

    @Test
    void whatASenderLeavesOutIsLeftOut() {
        List<Account> two = world.users("sender", "member");
        Account sender = two.get(0);
        String topic = world.group(sender, two.get(1));
        try (TestClient tablet = world.cluster.socket(1, sender, "b");
                TestClient member = world.cluster.socket(0, two.get(1))) {
            List<JsonNode> elsewhere = listen(tablet);
            List<JsonNode> heard = listen(member);
            assertThat(sends(0, sender, with(topic, "not to me", "sender_sync")))
                    .isEqualTo(1);
            assertThat(sends(0, sender, with(topic, "not counted", "unread_count")))
                    .isEqualTo(2);
            ObjectNode fleeting = with(topic, "now or never", "history");
            assertThat(sends(0, sender, fleeting)).isZero();
            ObjectNode unseen = with(topic, "neither", "history");
            unseen.withObject("options").put("sender_sync", false);
            assertThat(sends(0, sender, unseen)).isZero();
            assertThat(sends(0, sender, text(topic, "last"))).isEqualTo(3);

            Awaitility.await()
                    .untilAsserted(() -> assertThat(texts(heard))
                            .containsExactlyInAnyOrder("not to me", "not counted", "now or never", "neither", "last"));
            Awaitility.await()
                    .untilAsserted(() -> assertThat(texts(elsewhere))
                            .containsExactlyInAnyOrder("not counted", "now or never", "last"));
            JsonNode live = heard.stream()
                    .filter(one -> one.at("/data/content/text").asText().equals("now or never"))
                    .findFirst()
                    .orElseThrow();
            assertThat(live.at("/data/seq").asLong()).isZero();
        }
        assertThat(world.number("SELECT COUNT(*) FROM {im_group_messages} WHERE topic = ?", topic))
                .isEqualTo(3);
        assertThat(conversation(1, two.get(1), topic).path("unread").asLong()).isEqualTo(2);
        changeMember(0, sender, topic, two.get(1), json().put("muted_until", 4_000_000_000_000L));
        assertThat(GroupWorld.code(
                        world.http(0).post("/v1/im/messages", two.get(1).token(), with(topic, "psst", "history"))))
                .isEqualTo(MUTED);
    }

    @Test
    @Requirement("X-022")
    void fiveHundredMembersAreALargeGroupAndOneLessIsNot() {
        List<Account> two = world.users("owner", "reader");
        String topic = world.group(two.get(0), two.get(1));
        List<Long> crowd = world.crowd("crowd" + System.nanoTime(), 498);
        enter(topic, crowd.subList(0, 497));
        sends(0, two.get(0), text(topic, "one"));
        try (TestClient owner = world.cluster.socket(1, two.get(0))) {
            List<JsonNode> heard = listen(owner);
            read(0, two.get(1), topic, 1);
            Awaitility.await().until(() -> receipts(heard).equals(List.of(1L)));
            enter(topic, crowd.subList(497, 498));
            assertThat(seen(0, two.get(0), topic).path("member_count").asInt()).isEqualTo(500);
            sends(0, two.get(1), text(topic, "two"));
            sends(0, two.get(0), text(topic, "three"));
            read(0, two.get(1), topic, 3);
            large(topic, "no");
            sends(0, two.get(0), text(topic, "four"));
            read(0, two.get(1), topic, 4);
            Awaitility.await().until(() -> receipts(heard).contains(4L));
            assertThat(receipts(heard)).containsExactly(1L, 4L);
            large(topic, "auto");
        }
    }

    private void large(String topic, String how) {
        world.admin(
                        "PATCH",
                        "/" + topic,
                        json().put("tenant", GroupWorld.TENANT).put("large", how))
                .ok();
    }

    private void enter(String topic, List<Long> uids) {
        ObjectNode body = GroupWorld.uids(uids).put("tenant", GroupWorld.TENANT);
        world.admin("POST", "/" + topic + "/members", body).ok();
    }

    private void read(int node, Account who, String topic, long seq) {
        world.http(node)
                .post("/v1/im/conversations/" + id(topic) + "/read", who.token(), json().put("read_seq", seq))
                .ok();
    }

    private static List<Long> receipts(List<JsonNode> heard) {
        return List.copyOf(heard).stream()
                .filter(one -> one.path("event").asText().equals("read_receipt"))
                .map(one -> one.at("/data/read_seq").asLong())
                .toList();
    }

    private static ObjectNode topics(String topic) {
        ObjectNode data = json();
        data.putArray("topics").add(topic);
        return data;
    }

    private static List<JsonNode> listen(TestClient client) {
        List<JsonNode> heard = Collections.synchronizedList(new ArrayList<>());
        client.onEvent(heard::add);
        return heard;
    }

    private static void await(List<JsonNode> heard, int messages) {
        Awaitility.await().until(() -> texts(heard).size() >= messages);
    }

    private static List<JsonNode> typed(List<JsonNode> heard) {
        return List.copyOf(heard).stream()
                .filter(one -> one.path("event").asText().equals("typing"))
                .toList();
    }

    /** Texts of groups' messages that came. */
    private static List<String> texts(List<JsonNode> heard) {
        return List.copyOf(heard).stream()
                .filter(one -> one.path("event").asText().equals("message"))
                .filter(one -> one.at("/data/conversation_type").asInt() == 2)
                .map(one -> one.at("/data/content/text").asText())
                .toList();
    }

    private long sends(int node, Account who, ObjectNode data) {
        return world.http(node)
                .post("/v1/im/messages", who.token(), data)
                .ok()
                .path("seq")
                .asLong();
    }

    private static ObjectNode with(String topic, String text, String option) {
        ObjectNode data = text(topic, text);
        data.putObject("options").put(option, false);
        return data;
    }

    private static ObjectNode text(String topic, String text) {
        ObjectNode data = json().put("topic", topic).put("client_msg_id", "t" + System.nanoTime());
        data.put("content_type", 101).putObject("content").put("text", text);
        return data;
    }
}

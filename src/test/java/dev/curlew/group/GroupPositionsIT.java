package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.group.Talk.How;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where members stand in groups: positions, counts, lists. What is done on one node is asked on the other. */
class GroupPositionsIT extends GroupListProbe {

    @Test
    void whoeverJoinsHasReadWhatWasSaidBefore() {
        List<Account> two = world.users("owner", "late");
        Account late = two.get(1);
        String topic = world.group(two.get(0));
        Talk talk = new Talk(world);
        talk.say(topic, two.get(0), "one");
        talk.say(topic, two.get(0), "two");
        add(0, two.get(0), topic, late);
        assertStanding(1, late, topic, 2, 2, 0);

        talk.say(topic, two.get(0), "three");
        talk.say(topic, two.get(0), "four");
        assertStanding(1, late, topic, 4, 2, 2);
        assertThat(world.http(0).unreadTotal(late)).isEqualTo(2);
        try (TestClient other = world.cluster.socket(1, late)) {
            assertThat(read(0, late, topic, 3).path("unread").asLong()).isEqualTo(1);
            JsonNode told = other.awaitEvent("read_sync", TestClient.PATIENCE);
            assertThat(told.path("read_seq").asLong()).isEqualTo(3);
            assertThat(told.path("unread").asLong()).isEqualTo(1);
        }
        assertThat(read(1, late, topic, 1_000).path("read_seq").asLong()).isEqualTo(4);
        assertThat(read(1, late, topic, 1).path("read_seq").asLong()).isEqualTo(4);
        assertStanding(0, late, topic, 4, 4, 0);
    }

    @Test
    void whatOneSaidIsReadAlsoWhenRedisKnowsNothing() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        Talk talk = new Talk(world);
        talk.say(topic, two.get(0), "one");
        assertStanding(0, two.get(1), topic, 1, 0, 1);
        talk.say(topic, two.get(1), "two");
        assertStanding(1, two.get(1), topic, 2, 2, 0);
        forget(topic);
        assertStanding(0, two.get(1), topic, 2, 2, 0);
        assertStanding(1, two.get(0), topic, 2, 1, 1);
    }

    @Test
    @Requirement("X-011")
    void whoeverSendsHasReadUpToIt() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        sends(0, two.get(0), topic);
        assertStanding(1, two.get(1), topic, 1, 0, 1);
        sends(1, two.get(1), topic);
        assertStanding(0, two.get(1), topic, 2, 2, 0);
        assertStanding(1, two.get(0), topic, 2, 1, 1);
        forget(topic);
        assertStanding(1, two.get(1), topic, 2, 2, 0);
    }

    private void sends(int node, Account who, String topic) {
        ObjectNode data = json().put("topic", topic).put("client_msg_id", "c" + System.nanoTime());
        data.put("content_type", 101).putObject("content").put("text", "hello");
        world.http(node).post("/v1/im/messages", who.token(), data).ok();
    }

    @Test
    void holesAndQuietMessagesDoNotCountNeitherAtOnceNorLater() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        Talk talk = new Talk(world);
        talk.say(topic, two.get(0), "one");
        assertStanding(0, two.get(1), topic, 1, 0, 1);
        talk.hole(topic);
        talk.say(topic, two.get(0), "quiet", How.with("unread_count"));
        talk.say(topic, two.get(0), "four");
        assertStanding(1, two.get(1), topic, 4, 0, 2);
        forget(topic);
        assertStanding(0, two.get(1), topic, 4, 0, 2);
    }

    @Test
    void whoIsOutCountsUpToTheDeparture() {
        List<Account> two = world.users("owner", "leaver");
        String topic = world.group(two.get(0), two.get(1));
        Talk talk = new Talk(world);
        talk.say(topic, two.get(0), "one");
        leave(0, two.get(1), topic);
        talk.say(topic, two.get(0), "three");
        assertStanding(1, two.get(1), topic, 2, 0, 1);
        JsonNode listed = conversation(1, two.get(1), topic);
        assertThat(listed.path("is_not_in_group").asBoolean()).isTrue();
        assertThat(listed.path("latest_msg").path("seq").asLong()).isEqualTo(1);

        add(0, two.get(0), topic, two.get(1));
        talk.say(topic, two.get(0), "four");
        assertStanding(1, two.get(1), topic, 4, 3, 1);
        assertThat(conversation(0, two.get(1), topic).path("is_not_in_group").asBoolean())
                .isFalse();
    }

    @Test
    @Requirement({"B-145", "A-222"})
    void aMentionShowsUntilItIsRead() {
        List<Account> three = world.users("owner", "mentioned", "other");
        String topic = world.group(three.get(0), three.get(1), three.get(2));
        Talk talk = new Talk(world);
        talk.say(topic, three.get(0), "hey", How.mentioning(three.get(1)));
        assertThat(atType(0, three.get(1), topic)).isEqualTo(2);
        assertThat(atType(1, three.get(2), topic)).isZero();
        talk.say(topic, three.get(0), "all", How.mentioningAll());
        assertThat(atType(1, three.get(1), topic)).isEqualTo(3);
        assertThat(atType(1, three.get(2), topic)).isEqualTo(1);
        read(0, three.get(1), topic, 1);
        assertThat(atType(1, three.get(1), topic)).isEqualTo(1);
        read(0, three.get(1), topic, 2);
        assertThat(atType(1, three.get(1), topic)).isZero();
    }

    @Test
    void whoHasReadAMessageIsAskedForInPages() {
        List<Account> four = world.users("owner", "a", "b", "c");
        String topic = world.group(four.get(0), four.get(1), four.get(2), four.get(3));
        Talk talk = new Talk(world);
        talk.say(topic, four.get(0), "one");
        try (TestClient sender = world.cluster.socket(0, four.get(0))) {
            read(1, four.get(1), topic, 1);
            JsonNode told = sender.awaitEvent("read_receipt", TestClient.PATIENCE);
            assertThat(told.path("uid").asLong()).isEqualTo(four.get(1).uid());
        }
        read(1, four.get(2), topic, 1);
        String path = "/v1/im/conversations/" + id(topic) + "/receipts?seq=1&limit=1";
        JsonNode page = world.http(0).get(path, four.get(0).token()).ok();
        assertThat(page.path("read_count").asInt()).isEqualTo(2);
        assertThat(page.path("unread_count").asInt()).isEqualTo(1);
        JsonNode rest = world.http(1)
                .get(
                        path + "&cursor=" + page.path("next_cursor").asText(),
                        four.get(3).token())
                .ok();
        assertThat(rest.path("next_cursor").isNull()).isTrue();
        assertThat(List.of(
                        page.path("uids").path(0).asLong(),
                        rest.path("uids").path(0).asLong()))
                .containsExactlyInAnyOrder(four.get(1).uid(), four.get(2).uid());
    }

    private void assertStanding(int node, Account who, String topic, long max, long read, long unread) {
        ObjectNode data = json();
        data.putArray("conversation_ids").add(id(topic));
        try (TestClient socket = world.cluster.socket(node, who)) {
            JsonNode one = socket.call("seqs", data).path("conversations").path(0);
            assertThat(List.of(
                            one.path("max_seq").asLong(),
                            one.path("read_seq").asLong(),
                            one.path("unread").asLong()))
                    .containsExactly(max, read, unread);
        }
    }

    /** Whatever Redis knows of a topic is lost. */
    private void forget(String topic) {
        world.redis.keys(world.key("*{" + topic + "}*")).forEach(world.redis::del);
    }

    private JsonNode read(int node, Account who, String topic, long seq) {
        return world.http(node)
                .post("/v1/im/conversations/" + id(topic) + "/read", who.token(), json().put("read_seq", seq))
                .ok();
    }

    private int atType(int node, Account who, String topic) {
        return conversation(node, who, topic).path("group_at_type").asInt();
    }
}

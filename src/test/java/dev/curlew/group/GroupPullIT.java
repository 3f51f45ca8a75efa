package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.group.Talk.How;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What members, former members and strangers get of a group's history, over HTTP on one node and a socket on the other. */
class GroupPullIT extends GroupProbe {

    @Test
    @Requirement({"A-132", "A-166"})
    void everyNumberIsAMessageOrAbsent() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        Talk talk = new Talk(world);
        talk.say(topic, two.get(0), "one");
        talk.hole(topic);
        talk.say(topic, two.get(1), "three");

        for (JsonNode page : both(two.get(1), topic, json().put("after_seq", 0))) {
            assertThat(seqs(page)).containsExactly(1L, 3L);
            assertThat(runs(page, "absent")).containsExactly("2-2");
            assertThat(page.path("max_seq").asLong()).isEqualTo(3);
            assertThat(page.path("has_more").asBoolean()).isFalse();
            JsonNode first = page.path("messages").path(0);
            assertThat(first.path("topic").asText()).isEqualTo(topic);
            assertThat(first.path("conversation_type").asInt()).isEqualTo(2);
            assertThat(first.path("content").path("text").asText()).isEqualTo("one");
        }
    }

    @Test
    void aPageIsAskedForFromEitherSideAndInRanges() {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        Talk talk = new Talk(world);
        for (int i = 1; i <= 10; i++) {
            talk.say(topic, owner, "m" + i);
        }
        assertThat(seqs(pull(0, owner, topic, "?after_seq=2&limit=3").ok())).containsExactly(3L, 4L, 5L);
        JsonNode newest = pull(1, owner, topic, "?limit=2").ok();
        assertThat(seqs(newest)).containsExactly(9L, 10L);
        assertThat(newest.path("has_more").asBoolean()).isTrue();
        assertThat(seqs(pull(1, owner, topic, "?before_seq=4&limit=2").ok())).containsExactly(2L, 3L);
        ObjectNode ranges = json();
        ranges.putArray("ranges").add(range(8, 12)).add(range(1, 2));
        for (JsonNode page : both(owner, topic, ranges).subList(1, 2)) {
            assertThat(seqs(page)).containsExactly(1L, 2L, 8L, 9L, 10L);
        }
    }

    @Test
    @Requirement("B-148")
    void whoIsOutReadsUpToTheDepartureAndWhoIsBackFromTheReturn() {
        List<Account> three = world.users("owner", "removed", "stranger");
        Account owner = three.get(0);
        Account removed = three.get(1);
        String topic = world.group(owner, removed);
        Talk talk = new Talk(world);
        talk.say(topic, owner, "one");
        talk.say(topic, owner, "two");
        remove(0, owner, topic, removed);
        long bound = world.number(
                "SELECT max_seq FROM {im_group_members} WHERE group_id = ? AND uid = ?",
                GroupWorld.id(topic),
                removed.uid());
        assertThat(bound).isEqualTo(3);
        talk.say(topic, owner, "four");

        for (JsonNode page : both(removed, topic, json().put("after_seq", 0))) {
            assertThat(seqs(page)).containsExactly(1L, 2L);
            assertThat(runs(page, "absent")).containsExactly("3-3");
            assertThat(page.path("max_seq").asLong()).isEqualTo(3);
        }
        assertThat(GroupWorld.code(pull(1, three.get(2), topic, ""))).isEqualTo(ABSENT);
        assertThat(GroupWorld.code(pull(1, three.get(2), "grp_999999999", ""))).isEqualTo(ABSENT);

        add(1, owner, topic, removed);
        talk.say(topic, owner, "five");
        for (JsonNode page : both(removed, topic, json().put("after_seq", 0))) {
            assertThat(seqs(page)).containsExactly(5L);
            assertThat(page.path("min_seq").asLong()).isEqualTo(5);
            assertThat(page.path("max_seq").asLong()).isEqualTo(5);
        }
    }

    @Test
    @Requirement("A-223")
    void whatWaitsForAReviewIsPendingToOthersAndWhatWasRejectedIsAbsent() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        Talk talk = new Talk(world);
        for (int i = 1; i <= 3; i++) {
            talk.say(topic, two.get(0), "m" + i);
        }
        audit(topic, 2, "pending");
        audit(topic, 3, "reject");
        JsonNode others = pull(1, two.get(1), topic, "?after_seq=0").ok();
        assertThat(seqs(others)).containsExactly(1L);
        assertThat(runs(others, "pending")).containsExactly("2-2");
        assertThat(runs(others, "absent")).containsExactly("3-3");
        assertThat(seqs(pull(0, two.get(0), topic, "?after_seq=0").ok())).containsExactly(1L, 2L);

        audit(topic, 2, "pass");
        assertThat(seqs(pull(1, two.get(1), topic, "?after_seq=0").ok())).containsExactly(1L, 2L);
    }

    @Test
    @Requirement({"A-148", "A-149", "A-150", "A-230", "A-233", "A-235"})
    void whatWasReadOnceIsReadFromRedisAndWhatRedisLacksFromMysql() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        world.admin("PATCH", "/" + topic, json().put("large", "yes")).ok();
        Talk talk = new Talk(world);
        for (int i = 1; i <= 20; i++) {
            talk.say(topic, two.get(0), "m" + i);
        }
        Long[] all = LongStream.rangeClosed(1, 20).boxed().toArray(Long[]::new);
        assertThat(seqs(pull(0, two.get(0), topic, "?after_seq=0").ok())).containsExactly(all);
        String key = world.key("topic:{" + topic + "}:hot_msg:");
        assertThat(world.redis.ttl(key + 7)).isBetween(86_000L, 86_400L);

        // What MySQL has is another text now: who reads it out of Redis cannot know.
        world.rows("UPDATE {im_group_messages} SET content = ? WHERE topic = ?", "{\"text\":\"stored\"}", topic);
        world.redis.del(key + 7);
        JsonNode page = pull(1, two.get(1), topic, "?after_seq=0").ok();
        assertThat(seqs(page)).containsExactly(all);
        for (JsonNode message : page.path("messages")) {
            long seq = message.path("seq").asLong();
            assertThat(message.path("content").path("text").asText()).isEqualTo(seq == 7 ? "stored" : "m" + seq);
        }
        world.redis.keys(world.key("topic:{" + topic + "}:*")).forEach(world.redis::del);
        assertThat(seqs(pull(1, two.get(1), topic, "?after_seq=0").ok())).containsExactly(all);
    }

    @Test
    @Requirement("A-234")
    void twoThousandComeInPages() {
        List<Account> two = world.users("owner", "away");
        String topic = world.group(two.get(0), two.get(1));
        Talk talk = new Talk(world);
        for (int i = 1; i <= 2_000; i++) {
            talk.say(topic, two.get(0), "m" + i);
        }
        List<Long> got = new ArrayList<>();
        long after = 0;
        boolean more = true;
        while (more) {
            JsonNode page = pull(got.size() % 2, two.get(1), topic, "?limit=200&after_seq=" + after)
                    .ok();
            got.addAll(seqs(page));
            after = got.get(got.size() - 1);
            more = page.path("has_more").asBoolean();
        }
        assertThat(got).isEqualTo(LongStream.rangeClosed(1, 2_000).boxed().toList());
    }

    @Test
    void aNumberThatStaysEmptyIsFilled() {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        Talk talk = new Talk(world);
        talk.say(topic, owner, "one", How.before(60_000));
        talk.say(topic, owner, "three", How.before(60_000), 2);
        JsonNode page = pull(0, owner, topic, "?after_seq=0").ok();
        assertThat(seqs(page)).containsExactly(1L, 3L);
        assertThat(runs(page, "absent")).containsExactly("2-2");
        assertThat(world.number("SELECT from_user FROM {im_group_messages} WHERE topic = ? AND seqid = 2", topic))
                .isZero();

        talk.say(topic, owner, "five", How.PLAIN, 2);
        JsonNode early = pull(0, owner, topic, "?after_seq=0").ok();
        assertThat(seqs(early)).as("nobody knows yet what 4 will be").containsExactly(1L, 3L);
        assertThat(early.path("has_more").asBoolean()).isTrue();
    }

    private void audit(String topic, long seq, String state) {
        world.rows("UPDATE {im_group_messages} SET audit_status = ? WHERE topic = ? AND seqid = ?", state, topic, seq);
    }

    private Response pull(int node, Account as, String topic, String query) {
        return world.http(node)
                .get("/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages" + query, as.token());
    }

    /** The same page over HTTP and over a socket of the other node. */
    private List<JsonNode> both(Account as, String topic, ObjectNode data) {
        List<JsonNode> pages = new ArrayList<>();
        String after =
                data.has("after_seq") ? "?after_seq=" + data.path("after_seq").asLong() : "";
        pages.add(pull(0, as, topic, after).ok());
        try (TestClient socket = world.cluster.socket(1, as)) {
            pages.add(socket.call("pull", data.put("conversation_id", "sg_" + GroupWorld.id(topic))));
        }
        return pages;
    }

    private static ArrayNode range(long from, long to) {
        return json().putArray("r").add(from).add(to);
    }

    static List<Long> seqs(JsonNode page) {
        List<Long> seqs = new ArrayList<>();
        page.path("messages").forEach(message -> seqs.add(message.path("seq").asLong()));
        return seqs;
    }

    private static List<String> runs(JsonNode page, String what) {
        List<String> runs = new ArrayList<>();
        page.path(what)
                .forEach(
                        run -> runs.add(run.path(0).asLong() + "-" + run.path(1).asLong()));
        return runs;
    }
}

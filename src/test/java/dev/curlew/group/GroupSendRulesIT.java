package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.protocol.Json;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a send to a group has to be and what becomes of it: who may, what it may name, what is stored, who is told. */
class GroupSendRulesIT extends GroupSendProbe {

    private static final long LATER = 4_000_000_000_000L;

    GroupSendRulesIT() {
        super("gsendr");
    }

    @Test
    @Requirement({"A-115", "A-135", "A-220", "X-009", "X-014"})
    void whoMayNotSpeakLeavesNoTraceAndWhatWasSaidIsKnown() {
        List<Account> three = world.users("owner", "member", "stranger");
        Account member = three.get(1);
        String topic = world.group(three.get(0), member);
        String other = world.group(three.get(0), member);
        JsonNode said = send(0, member, text(topic, "said", "hello"));
        assertThat(seq(send(0, three.get(0), text(topic, "said", "mine")))).isEqualTo(2);
        assertThat(seq(send(0, member, text(other, "said", "there")))).isEqualTo(1);
        changeMember(0, three.get(0), topic, member, json().put("muted_until", LATER));

        assertThat(code(send(1, member, text(topic, "mute", "hello")))).isEqualTo(MUTED);
        assertThat(claim(topic, member, "mute")).isNull();
        assertThat(code(send(1, three.get(2), text(topic, "x", "hello")))).isEqualTo(ABSENT);
        ObjectNode nameless = text(topic, "x", "hello");
        nameless.remove("client_msg_id");
        assertThat(code(send(1, three.get(0), nameless))).isEqualTo(INVALID);
        assertThat(code(send(1, three.get(0), text(topic, "x".repeat(65), "hello"))))
                .isEqualTo(INVALID);
        assertThat(counter(topic)).isEqualTo("2");
        JsonNode again = send(2, member, text(topic, "said", "hello"));
        assertThat(seq(again)).isEqualTo(seq(said));
        assertThat(again.at("/data/duplicate").asBoolean()).isTrue();
        assertThat(code(send(2, member, text(topic, "said", "other")))).isEqualTo(MISMATCH);

        changeMember(0, three.get(0), topic, member, json().put("muted_until", 0));
        remove(0, three.get(0), topic, member);
        assertThat(seq(send(1, member, text(topic, "said", "hello")))).isEqualTo(seq(said));
        assertThat(code(send(1, member, text(topic, "gone", "hello")))).isEqualTo(40301);
    }

    @Test
    void nothingIsSaidAfterARemoval() {
        List<Account> two = world.users("owner", "member");
        for (int round = 0; round < 5; round++) {
            String topic = world.group(two.get(0), two.get(1));
            List<CompletableFuture<JsonNode>> all = new ArrayList<>();
            try (TestClient sender = cluster.socket(round % 3, two.get(1))) {
                for (int i = 0; i < 200; i++) {
                    all.add(sender.request("send", text(topic, "r" + i, "hi")));
                    if (i == 100) {
                        remove(1, two.get(0), topic, two.get(1));
                    }
                }
                List<Long> placed = new ArrayList<>();
                for (CompletableFuture<JsonNode> one : all) {
                    JsonNode reply = TestClient.await(one, TestClient.PATIENCE);
                    assertThat(code(reply)).isIn(0, 40301);
                    if (code(reply) == 0) {
                        placed.add(seq(reply));
                    }
                }
                long bound = world.number(
                        "SELECT max_seq FROM {im_group_members} WHERE group_id = ? AND uid = ?",
                        GroupWorld.id(topic),
                        two.get(1).uid());
                assertThat(placed).isSorted().allMatch(seq -> seq < bound);
                assertThat(seqs(topic)).containsExactlyElementsOf(placed);
                assertThat(seq(send(0, two.get(0), text(topic, "on", "hi")))).isGreaterThan(bound);
                assertThat(gaps(topic)).isZero();
            }
        }
    }

    @Test
    @Requirement({"A-184", "A-186", "A-192", "A-193", "A-194", "A-195", "A-196", "A-197", "A-225", "A-228"})
    void eachColumnSaysWhatWasSent() {
        List<Account> three = world.users("owner", "member", "stranger");
        Account owner = three.get(0);
        Account member = three.get(1);
        String topic = world.group(owner, member);
        send(0, owner, text(topic, "plain", "h\u00e9llo \ud83d\ude00"));
        ObjectNode file = text(topic, "file", "");
        file.put("content_type", 105);
        file.putObject("content")
                .put("url", "https://f/1")
                .put("name", "n.pdf")
                .put("size", 7)
                .put("mime", "a/b");
        send(1, member, file);
        ObjectNode reply = text(topic, "reply", "@all see above");
        reply.put("content_type", 114).put("reply_seq", 2).put("root_seq", 1).put("mention_all", true);
        reply.putArray("at_user_id_list").add(member.uid());
        assertThat(seq(send(2, owner, reply))).isEqualTo(3);

        assertThat(world.number("SELECT COUNT(*) FROM {im_messages}")).isZero();
        List<Row> rows = messages(topic);
        assertThat(rows).allMatch(row -> row.getLong("group_id") == GroupWorld.id(topic));
        assertThat(rows).extracting(row -> row.getLong("seqid")).containsExactly(1L, 2L, 3L);
        assertThat(rows)
                .extracting(row -> row.getLong("from_user"))
                .containsExactly(owner.uid(), member.uid(), owner.uid());
        assertThat(rows).extracting(row -> row.getString("msg_type")).containsExactly("text", "file", "reply");
        assertThat(rows).extracting(row -> row.getInteger("file_count")).containsExactly(0, 1, 0);
        assertThat(rows).extracting(row -> row.getLong("reply_seqid")).containsExactly(null, null, 2L);
        assertThat(rows).extracting(row -> row.getLong("root_seqid")).containsExactly(null, null, 1L);
        String content = world.rows(
                        "SELECT CAST(content AS CHAR) AS c FROM {im_group_messages} WHERE id = ?",
                        rows.get(0).getLong("id"))
                .get(0)
                .getString("c");
        assertThat(Json.read(content, JsonNode.class))
                .isEqualTo(text(topic, "", "h\u00e9llo \ud83d\ude00").get("content"));
        assertThat(rows.get(0).getInteger("content_size")).isEqualTo(content.getBytes(StandardCharsets.UTF_8).length);
        Row last = world.rows(
                        "SELECT CAST(mentioned_user_ids AS CHAR) AS at, mention_all FROM {im_group_messages} WHERE id = ?",
                        rows.get(2).getLong("id"))
                .get(0);
        assertThat(last.getString("at")).isEqualTo("[" + member.uid() + "]");
        assertThat(last.getInteger("mention_all")).isEqualTo(1);
        Row attached = world.rows("SELECT * FROM {im_group_files} WHERE source_topic = ?", topic)
                .get(0);
        assertThat(attached.getLong("source_seq")).isEqualTo(2);
        assertThat(attached.getString("object_key")).isEqualTo("https://f/1");

        ObjectNode stranger = text(topic, "bad1", "hi");
        stranger.putArray("at_user_id_list").add(three.get(2).uid());
        assertThat(code(send(0, owner, stranger))).isEqualTo(INVALID);
        assertThat(code(send(0, member, text(topic, "bad2", "hi").put("mention_all", true))))
                .isEqualTo(FORBIDDEN);
        assertThat(code(send(0, owner, text(topic, "bad3", "hi").put("reply_seq", 77))))
                .isEqualTo(INVALID);
        assertThat(code(send(0, owner, text(topic, "bad4", "hi").put("root_seq", 77))))
                .isEqualTo(INVALID);
        ObjectNode endless = text(topic, "bad5", "hi");
        endless.withObject("content").put("n", new BigDecimal("1e400"));
        assertThat(code(send(0, owner, endless))).isEqualTo(INVALID);
        assertThat(code(send(0, owner, text(topic, "bad6 ", "hi")))).isEqualTo(INVALID);
        assertThat(counter(topic)).isEqualTo("3");
    }

    @Test
    void membersAreToldOnceInOrderAndTheSenderByItsOtherDevices() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        try (TestClient sender = cluster.socket(0, two.get(0), "d1");
                TestClient tablet = cluster.socket(1, two.get(0), "d2");
                TestClient member = cluster.socket(2, two.get(1), "d3")) {
            Map<TestClient, List<Long>> seen = new ConcurrentHashMap<>();
            for (TestClient client : List.of(sender, tablet, member)) {
                seen.put(client, Collections.synchronizedList(new ArrayList<>()));
                client.onEvent(event -> {
                    if (event.path("event").asText().equals("message")
                            && topic.equals(event.at("/data/topic").asText())
                            && event.at("/data/conversation_type").asInt() == 2) {
                        seen.get(client).add(event.at("/data/seq").asLong());
                    }
                });
            }
            for (int i = 0; i < 20; i++) {
                sender.call("send", text(topic, "l" + i, "hi"));
            }
            List<Long> all = LongStream.rangeClosed(1, 20).boxed().toList();
            Awaitility.await()
                    .until(() ->
                            seen.get(member).equals(all) && seen.get(tablet).equals(all));
            assertThat(seen.get(sender)).isEmpty();
        }
    }

    @Test
    void theProductSendsInMembersNamesAndBotsToo() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        changeMember(0, two.get(0), topic, two.get(1), json().put("muted_until", LATER));
        for (int from : List.of(100, 200, 300)) {
            ObjectNode body = Json.object()
                    .put("tenant", GroupWorld.TENANT)
                    .put("send_uid", two.get(1).uid())
                    .put("msg_from", from);
            var bodies = body.putArray("messages");
            for (int i = 0; i < 3; i++) {
                bodies.add(text(topic, "a" + from + "-" + i, "hi"));
            }
            JsonNode results = world.http(0)
                    .post("/v1/admin/messages", "dev-admin-secret", body)
                    .ok()
                    .path("results");
            results.forEach(one -> assertThat(code(one)).isEqualTo(from == 100 ? MUTED : 0));
        }
        assertThat(messages(topic))
                .extracting(row -> row.getString("client_msg_id"))
                .containsExactly("a200-0", "a200-1", "a200-2", "a300-0", "a300-1", "a300-2");
    }
}

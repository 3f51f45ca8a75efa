package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Copies in Redis of what was said lately in large groups: what they hold, what they spare MySQL, and that none is read that is wrong. */
class HotCopiesIT extends HotProbe {

    @Test
    @Requirement({"A-106", "A-107", "A-140", "A-152", "X-022"})
    void aGroupHasCopiesFromFiveHundredMembersOnOrWhereItIsSaid() {
        Account owner = world.users("owner").get(0);
        List<Long> crowd = world.crowd("hot-" + System.nanoTime(), 499);
        String topic = world.group(owner);
        for (int from = 0; from < 498; from += 249) {
            world.call(0, owner, "POST", "/" + topic + "/members", GroupWorld.uids(crowd.subList(from, from + 249)))
                    .ok();
        }
        send(0, owner, text(topic, "a", "few"));
        pull(1, owner, topic, 0);
        assertThat(world.redis.keys(key(topic, "hot_msg*"))).as("499 members").isEmpty();

        world.call(0, owner, "POST", "/" + topic + "/members", GroupWorld.uids(crowd.get(498)))
                .ok();
        List<Long> said = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            said.add(seq(send(i % 2, owner, text(topic, "b" + i, "many \ud83d\ude00 " + i))));
        }
        awaitCopy(topic, said.get(4));
        assertThat(world.redis.zrange(key(topic, "hot_msg_seqs"), 0, -1))
                .containsExactlyElementsOf(said.stream().map(String::valueOf).toList());
        for (long seq : said) {
            assertThat(world.redis.ttl(key(topic, "hot_msg:" + seq))).isBetween(86_101L, 86_400L);
            String row = world.rows(
                            "SELECT CAST(content AS CHAR) AS c FROM {im_group_messages} WHERE topic = ? AND seqid = ?",
                            topic,
                            seq)
                    .get(0)
                    .getString("c");
            assertThat(Json.read(copied(topic, seq).path("content").asText(), JsonNode.class))
                    .isEqualTo(Json.read(row, JsonNode.class));
        }
        world.admin("PATCH", "/" + topic, json().put("large", "no")).ok();
        long last = seq(send(1, owner, text(topic, "c", "no copy")));
        assertThat(pulled(0, owner, topic)).contains(last);
        assertThat(world.redis.exists(key(topic, "hot_msg:" + last))).isFalse();
    }

    @Test
    @Requirement({"A-148", "A-149", "A-150", "A-230", "X-008"})
    void whatRedisHasIsReadWithoutAStatementAndTheRestWithOne() throws Exception {
        List<Account> two = world.users("owner", "leaves");
        String topic = large(two.get(0), two.get(1));
        for (int i = 1; i <= 9; i++) {
            send(0, two.get(0), text(topic, "m" + i, "m" + i));
        }
        leave(0, two.get(1), topic);
        for (int i = 11; i <= 20; i++) {
            send(1, two.get(0), text(topic, "m" + i, "m" + i));
        }
        awaitCopy(topic, 20);
        Account owner = two.get(0);
        Long[] all =
                LongStream.rangeClosed(1, 20).filter(seq -> seq != 10).boxed().toArray(Long[]::new);
        assertThat(pulled(0, owner, topic)).containsExactly(all);
        assertThat(world.redis.get(key(topic, "hot_msg:10")))
                .as("the departure")
                .isEqualTo("hole");

        assertThat(ofMessages(() -> assertThat(pulled(1, owner, topic)).containsExactly(all)))
                .as("all of it is in Redis, the hole too")
                .isEmpty();

        world.redis.del(key(topic, "hot_msg:7"), key(topic, "hot_msg:12"));
        List<String> statements =
                ofMessages(() -> assertThat(pulled(0, owner, topic)).containsExactly(all));
        assertThat(statements).hasSize(1);
        assertThat(new StoreWatch(cluster.config(0)).index(statements.get(0), topic, 7, 12))
                .isEqualTo("uk_im_group_messages_topic_seq");
        assertThat(world.redis.ttl(key(topic, "hot_msg:7"))).isBetween(86_000L, 86_400L);
        assertThat(ofMessages(() -> pulled(1, owner, topic))).isEmpty();

        Talk talk = new Talk(world);
        talk.say(topic, owner, "of the day before yesterday", Talk.How.before(90_000_000));
        talk.say(topic, owner, "of this morning", Talk.How.before(80_000_000));
        assertThat(pulled(0, owner, topic)).hasSize(21);
        assertThat(world.redis.exists(key(topic, "hot_msg:21"))).isFalse();
        assertThat(world.redis.ttl(key(topic, "hot_msg:22"))).isBetween(6_000L, 6_400L);
    }

    @Test
    @Requirement("A-154")
    void whatWasTakenBackChangedOrDeletedIsNeverReadAsItWas() {
        List<Account> two = world.users("owner", "reader");
        Account owner = two.get(0);
        String topic = large(owner, two.get(1));
        Random random = new Random(7);
        Map<Long, String> old = new HashMap<>();
        Map<Long, Long> versions = new HashMap<>();
        for (int i = 1; i <= 50; i++) {
            old.put(seq(send(0, owner, text(topic, "m" + i, "old " + i))), "old " + i);
        }
        awaitCopy(topic, 50);
        int reads = 0;
        List<Long> changed = new ArrayList<>();
        while (changed.size() < 50) {
            long seq = 1 + random.nextInt(50);
            if (changed.contains(seq)) {
                continue;
            }
            change(random.nextInt(2), random.nextInt(3), owner, topic, seq, versions);
            changed.add(seq);
            for (int i = 0; i < 20; i++, reads++) {
                long asked = changed.get(changed.size() - 1 - random.nextInt(Math.min(3, changed.size())));
                JsonNode page = pull(random.nextInt(2), two.get(random.nextInt(2)), topic, asked - 1, 1);
                assertThat(page.path("messages").toString())
                        .as("read " + reads + " of " + asked)
                        .doesNotContain("\"" + old.get(asked) + "\"");
            }
        }
        assertThat(reads).isEqualTo(1_000);
        assertThat(copies(topic)).as("none is left that says what was said").isEmpty();
    }

    @Test
    @Requirement({"A-155", "X-016"})
    void whatIsLongOrAFileItselfStaysInMySql() {
        Account owner = world.users("owner").get(0);
        String topic = large(owner);
        send(0, owner, text(topic, "short", "short"));
        send(0, owner, text(topic, "long", "long ".repeat(2_048)));
        send(0, owner, image(topic, "inline", "data:image/png;base64," + "A".repeat(400)));
        send(0, owner, image(topic, "stored", "https://files.example/object/4711"));
        awaitCopy(topic, 4);
        assertThat(pulled(1, owner, topic)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(world.redis.zrange(key(topic, "hot_msg_seqs"), 0, -1)).containsExactly("1", "4");
        for (String copy : world.redis.keys(key(topic, "hot_msg:*"))) {
            assertThat(world.redis.strlen(copy)).isLessThanOrEqualTo(COPY);
        }
        assertThat(pull(0, owner, topic, 0).at("/messages/1/content/text").asText())
                .hasSize(10_240);
        assertThat(pull(0, owner, topic, 0).at("/messages/2/content/url").asText())
                .startsWith("data:image/png");
    }

    @Test
    @Requirement("A-156")
    void theOldestOfTheColdestGroupGiveRoom() {
        Account owner = world.users("owner").get(0);
        List<String> topics = List.of(large(owner), large(owner), large(owner), large(owner));
        for (String topic : topics) {
            sayMuch(owner, topic, 60);
            assertThat(bytes(topic)).isLessThanOrEqualTo(GROUP);
            List<String> kept = List.copyOf(world.redis.zrange(key(topic, "hot_msg_seqs"), 0, -1));
            assertThat(kept).as("the newest of it").endsWith("60").doesNotContain("1");
            assertThat(kept)
                    .as("without a gap")
                    .containsExactlyElementsOf(LongStream.rangeClosed(61 - kept.size(), 60)
                            .mapToObj(String::valueOf)
                            .toList());
            // Whoever is read is not cold.
            Awaitility.await().pollInSameThread().until(() -> {
                pull(0, owner, topics.get(0), 50);
                return lastUse(topics.get(0)) > lastUse(topic) || topic.equals(topics.get(0));
            });
        }
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(topics.stream().mapToLong(this::bytes).sum()).isLessThanOrEqualTo(TENANT));
        assertThat(world.redis.exists(key(topics.get(3), "hot_msg:60"))).isTrue();
        assertThat(bytes(topics.get(1)))
                .as("coldest")
                .isLessThan(bytes(topics.get(2)) + 1)
                .isLessThan(bytes(topics.get(3)));
        for (String topic : topics) {
            assertThat(world.redis.keys(key(topic, "hot_msg:*")))
                    .as("rows and bodies go together")
                    .hasSize(world.redis.zcard(key(topic, "hot_msg_seqs")).intValue());
            assertThat(pulled(1, owner, topic))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 60).boxed().toList());
        }
    }

    @Test
    @Requirement("A-157")
    void whatSomebodyDeletedForThemselvesOnlyTheyDoNotSee() {
        List<Account> two = world.users("owner", "member");
        String topic = large(two.get(0), two.get(1));
        for (int i = 1; i <= 10; i++) {
            send(0, two.get(0), text(topic, "m" + i, "m" + i));
        }
        awaitCopy(topic, 10);
        world.http(0)
                .call("DELETE", message(topic, 7) + "?scope=self", two.get(1).token(), null)
                .ok();
        assertThat(world.redis.get(key(topic, "hot_msg:7"))).startsWith("{");
        for (int node = 0; node < 2; node++) {
            assertThat(pulled(node, two.get(1), topic)).hasSize(9).doesNotContain(7L);
            assertThat(pulled(node, two.get(0), topic)).hasSize(10).contains(7L);
        }
        assertThat(world.redis.get(key(topic, "hot_msg:7"))).startsWith("{");
    }

    @Test
    @Requirement("A-153")
    void aReviewReadsNoCopy() throws Exception {
        Account owner = world.users("owner").get(0);
        String topic = large(owner);
        world.admin("PATCH", "/" + topic, json().put("review", "all")).ok();
        send(0, owner, text(topic, "waits", "waits here"));
        List<String> seen = new StoreWatch(cluster.config(0)).commands("hot_msg", () -> {
            JsonNode waiting = world.http(1)
                    .get("/v1/admin/audits?tenant=" + GroupWorld.TENANT + "&limit=200", GroupWorld.SECRET)
                    .ok();
            assertThat(waiting.toString()).contains("waits here");
        });
        assertThat(seen).isEmpty();
        assertThat(world.redis.keys(key(topic, "hot_msg*")))
                .as("nor is there one")
                .isEmpty();
    }

    @Test
    @Requirement("A-250")
    void aCopyThatCannotBeMadeFailsNoSend() {
        Account owner = world.users("owner").get(0);
        String topic = large(owner);
        world.redis.set(key(topic, "hot_msg_seqs"), "no sorted set");
        assertThat(seq(send(0, owner, text(topic, "a", "a")))).isEqualTo(1);
        assertThat(seq(send(1, owner, text(topic, "b", "b")))).isEqualTo(2);
        assertThat(pulled(1, owner, topic)).containsExactly(1L, 2L);
        world.redis.del(key(topic, "hot_msg_seqs"));
        assertThat(pulled(0, owner, topic)).containsExactly(1L, 2L);
    }

    private long lastUse(String topic) {
        String known = world.redis.hget(world.key("hot_msg_groups"), topic);
        return known == null ? 0 : Long.parseLong(known.substring(known.indexOf('|') + 1));
    }

    private void change(int node, int how, Account owner, String topic, long seq, Map<Long, Long> versions) {
        if (how == 0) {
            world.http(node)
                    .post(message(topic, seq) + "/revoke", owner.token(), json())
                    .ok();
        } else if (how == 1) {
            ObjectNode data = json().put("version", versions.getOrDefault(seq, 0L));
            data.putObject("content").put("text", "new " + seq);
            world.http(node)
                    .call("PATCH", message(topic, seq), owner.token(), data)
                    .ok();
        } else {
            world.http(node)
                    .call("DELETE", message(topic, seq) + "?scope=all", owner.token(), null)
                    .ok();
        }
    }

    private void sayMuch(Account owner, String topic, int count) {
        try (TestClient socket = cluster.socket(0, owner)) {
            List<CompletableFuture<JsonNode>> all = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                all.add(socket.request("send", text(topic, "m" + i, "x".repeat(200))));
            }
            all.forEach(one -> seq(TestClient.await(one, TestClient.PATIENCE)));
        }
        awaitCopy(topic, count);
    }
}

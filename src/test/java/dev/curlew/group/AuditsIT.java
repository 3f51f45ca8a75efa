package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisMonitor;

/** Which messages of groups wait for a review, and what who decides about them is shown. */
class AuditsIT extends ReviewProbe {

    @Test
    @Requirement("A-198")
    void aWordOfTheTenantFlagsWhereverItStands() {
        List<Account> two = world.users("sender", "member");
        String topic = reviewed("risk", two.get(0), two.get(1));
        sends(0, two.get(0), said(topic, "a", "harmless"));
        sends(0, two.get(0), said(topic, "b", "a QUAKEbird, spotted"));
        review(topic, "off");
        sends(1, two.get(0), said(topic, "c", "\uff31uakebird again"));
        assertThat(world.rows(
                        "SELECT seqid, has_risk, audit_status FROM {im_group_messages} WHERE topic = ? ORDER BY seqid",
                        topic))
                .extracting(one -> one.getInteger("has_risk") + one.getString("audit_status"))
                .containsExactly("0pass", "1pending", "1pass");
        assertThat(GroupPullIT.seqs(pull(1, two.get(1), topic))).containsExactly(1L, 3L);

        review(topic, "risk");
        assertThat(GroupWorld.code(edit(1, two.get(0), topic, 1, "quakebird"))).isEqualTo(FORBIDDEN);
        edit(1, two.get(0), topic, 1, "still harmless").ok();
        ObjectNode fleeting = said(topic, "d", "quakebird");
        fleeting.putObject("options").put("history", false);
        assertThat(GroupWorld.code(
                        world.http(0).post("/v1/im/messages", two.get(0).token(), fleeting)))
                .isEqualTo(FORBIDDEN);
    }

    @Test
    void aTenantsRuleHoldsWhereAGroupHasNone() {
        List<Account> two = world.users("sender", "member");
        String topic = world.group(two.get(0), two.get(1));
        settings(json().put("review", "all"));
        try {
            Awaitility.await().untilAsserted(() -> {
                long seq = sends(1, two.get(0), said(topic, "t" + System.nanoTime(), "hello"));
                assertThat(row(topic, seq).getString("audit_status")).isEqualTo("pending");
            });
            review(topic, "off");
            assertThat(row(topic, sends(0, two.get(0), said(topic, "x", "hello")))
                            .getString("audit_status"))
                    .isEqualTo("pass");
        } finally {
            settings(json().put("review", "off"));
        }
        assertThat(GroupWorld.code(world.call(0, two.get(0), "PATCH", "/" + topic, json().put("review", "all"))))
                .as("not the owner's to say")
                .isEqualTo(INVALID);
    }

    @Test
    @Requirement({"A-172", "A-236", "A-237", "A-253"})
    void whoDecidesSeesWhatIsStoredAndNoCopy() throws InterruptedException {
        List<Account> two = world.users("sender", "member");
        String topic = reviewed("all", two.get(0), two.get(1));
        for (int i = 1; i <= 3; i++) {
            sends(0, two.get(0), said(topic, "m" + i, "stored " + i));
        }
        String copies = "topic:{" + topic + "}:hot_msg";
        world.redis.set(world.key(copies + ":1"), "{\"content\":\"{\\\"text\\\":\\\"a lie\\\"}\"}");
        List<String> commands = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch watching = new CountDownLatch(1);
        String[] at = world.cluster.config(0).redis().addr().split(":");
        List<JsonNode> seen = new ArrayList<>();
        try (Jedis monitor = new Jedis(at[0], Integer.parseInt(at[1]))) {
            Thread watch = new Thread(() -> {
                try {
                    monitor.monitor(new JedisMonitor() {
                        @Override
                        public void onCommand(String command) {
                            commands.add(command);
                            watching.countDown();
                        }
                    });
                } catch (RuntimeException closed) {
                    watching.countDown();
                }
            });
            watch.start();
            while (!watching.await(10, TimeUnit.MILLISECONDS)) {
                world.redis.ping();
            }
            String cursor = "";
            while (cursor != null) {
                JsonNode page = audits("?limit=1" + cursor);
                page.path("audits").forEach(one -> {
                    if (one.path("topic").asText().equals(topic)) {
                        seen.add(one);
                    }
                });
                cursor = page.path("next_cursor").isNull()
                        ? null
                        : "&cursor=" + page.path("next_cursor").asText();
            }
            decide(1, topic, 2, "pass").ok();
        }
        assertThat(seen)
                .extracting(one -> one.at("/content/text").asText())
                .containsExactly("stored 1", "stored 2", "stored 3");
        assertThat(commands).isNotEmpty();
        assertThat(commands.stream()
                        .filter(one -> one.contains(copies))
                        .filter(one -> one.contains("\"GET\"") || one.contains("\"MGET\"")))
                .as("copies that were read")
                .isEmpty();
        world.redis.keys(world.key("*{" + topic + "}*")).forEach(world.redis::del);
        assertThat(world.number("SELECT COUNT(*) FROM {im_group_audits} WHERE topic = ?", topic))
                .isEqualTo(1);
        assertThat(world.number("SELECT COUNT(*) FROM {im_group_messages} WHERE topic = ?", topic))
                .isEqualTo(3);
        assertThat(waiting(topic)).containsExactly(1L, 3L);
        assertThat(GroupPullIT.seqs(pull(0, two.get(1), topic))).containsExactly(2L);
        assertThat(audits("?status=pass&limit=200").path("audits").toString()).contains("stored 2");
    }
}

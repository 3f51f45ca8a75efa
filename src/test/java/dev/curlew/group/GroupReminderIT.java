package dev.curlew.group;

import static dev.curlew.group.RemindedGroups.alias;
import static dev.curlew.group.RemindedGroups.extras;
import static dev.curlew.group.RemindedGroups.targets;
import static dev.curlew.group.RemindedGroups.task;
import static dev.curlew.group.RemindedGroups.text;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.GroupReminders.Item;
import dev.curlew.protocol.Json;
import dev.curlew.push.JPushServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Reminders of what was said in groups, from the send to the call of JPush, over three nodes. */
class GroupReminderIT {

    private static final String MENTIONED = "You were mentioned";
    private static final String NEUTRAL = "You have a new message";

    private static RemindedGroups groups;
    private static JPushServer jpush;
    private static GroupWorld world;

    @BeforeAll
    static void start() {
        jpush = new JPushServer();
        groups = new RemindedGroups("groupremind", 3, jpush, "push.group_calls_per_second=200");
        world = groups.world;
    }

    @AfterAll
    static void stop() {
        groups.close();
        jpush.close();
    }

    @AfterEach
    void mend() {
        jpush.fault(call -> Optional.empty());
    }

    @Test
    void nobodyIsRemindedOfWhatWaitsForAReviewUntilItIsReleased() {
        List<Account> u = world.users("sender", "away");
        String topic = world.group(u.get(0), u.get(1));
        ObjectNode review = Json.object().put("tenant", GroupWorld.TENANT).put("review", "all");
        world.admin("PATCH", "/" + topic, review).ok();
        long held = groups.send(0, u.get(0), text(topic, "waits"));
        world.admin("PATCH", "/" + topic, review.put("review", "off")).ok();
        long open = groups.send(0, u.get(0), text(topic, "does not"));
        JsonNode first = groups.awaitNotices(topic, 1).get(0);
        assertThat(extras(first).path("seq").asLong()).isEqualTo(open);
        ObjectNode decision = Json.object()
                .put("tenant", GroupWorld.TENANT)
                .put("topic", topic)
                .put("seq", held)
                .put("decision", "pass");
        for (int node = 0; node < 2; node++) {
            world.http(node)
                    .call("PATCH", "/v1/admin/audits", GroupWorld.SECRET, decision)
                    .ok();
        }
        assertThat(groups.awaitNotices(topic, 2))
                .extracting(notice -> extras(notice).path("seq").asLong())
                .containsExactly(open, held);
    }

    /** Three nodes, one member away: three calls. */
    @Test
    @Requirement({"A-109", "A-127", "A-158", "A-159", "A-160", "A-161", "A-162"})
    void whoeverIsAwayIsRemindedByOneCallHoweverOftenTheTaskIsRead() {
        List<Account> u = world.users("sender", "here", "there", "away");
        String topic = world.group(u.get(0), u.get(1), u.get(2), u.get(3));
        try (TestClient here = world.cluster.socket(0, u.get(1));
                TestClient there = world.cluster.socket(2, u.get(2))) {
            long seq = groups.send(1, u.get(0), text(topic, "hello"));
            JsonNode notice = groups.awaitNotices(topic, 1).get(0);
            assertThat(JPushServer.targets(notice)).containsExactly(alias(u.get(3)));
            assertThat(notice.at("/notification/ios/alert/title").asText())
                    .isEqualTo(u.get(0).name());
            ObjectNode expected = Json.object()
                    .put("type", "group_message")
                    .put("topic", topic)
                    .put("seq", seq)
                    .put("tenant_id", GroupWorld.TENANT);
            for (String platform : List.of("ios", "android")) {
                assertThat(notice.at("/notification/" + platform + "/extras").toString())
                        .isEqualTo(expected.toString());
            }
            assertThat(groups.awaitMark(topic, seq, u.get(3))).isBetween(300L, 1_800L);
            for (int i = 0; i < 5; i++) {
                groups.again(task(topic, seq, u.get(0)));
            }
            groups.settled(topic, u.get(0));
            assertThat(groups.calls(topic, seq)).hasSize(1);
            world.redis.del(groups.mark(topic, seq, u.get(3)));
            groups.again(task(topic, seq, u.get(0)));
            Awaitility.await()
                    .atMost(RemindedGroups.SOON)
                    .until(() -> groups.notices(topic, seq).size() == 2);
            assertThat(here.events()).isNotEmpty();
            assertThat(there.events()).isNotEmpty();
        }
    }

    /** The app is woken, logs in and pulls: the reminder itself has nothing to show. */
    @Test
    @Requirement({"A-151", "A-160", "A-163", "X-013"})
    void aReminderNamesWhatToPullAndHasNoBody() {
        List<Account> u = world.users("sender", "away");
        String topic = world.group(u.get(0), u.get(1));
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            bodies.add("body-of-" + i + "-end");
            groups.send(i % 3, u.get(0), text(topic, bodies.get(i)));
        }
        List<JsonNode> notices = groups.awaitNotices(topic, bodies.size());
        assertThat(notices)
                .hasSize(bodies.size())
                .noneMatch(notice -> notice.toString().contains("body-of"));
        for (JsonNode notice : notices) {
            String conversation = GroupId.ofTopic(extras(notice).path("topic").asText())
                    .orElseThrow()
                    .conversation();
            long seq = extras(notice).path("seq").asLong();
            String path = "/v1/im/conversations/" + conversation + "/messages?limit=1&after_seq=" + (seq - 1);
            JsonNode message = world.http(1)
                    .get(path, u.get(1).token())
                    .ok()
                    .path("messages")
                    .path(0);
            assertThat(message.path("seq").asLong()).isEqualTo(seq);
            assertThat(bodies).contains(message.at("/content/text").asText());
        }
    }

    @Test
    void neitherTheSenderNorWhoWantsQuietIsReminded() {
        List<Account> u = world.users("sender", "away", "one", "two", "back");
        String topic = world.group(u.get(0), u.get(1), u.get(2), u.get(3), u.get(4));
        settings(u.get(2), topic, 1);
        settings(u.get(3), topic, 2);
        settings(u.get(4), topic, 2);
        double suppressed = groups.metric("curlew_push_suppressed_total");
        long seq = groups.send(0, u.get(0), text(topic, "hello"));
        groups.awaitNotices(topic, 1);
        assertThat(targets(groups.notices(topic, seq))).containsExactly(alias(u.get(1)));
        assertThat(groups.metric("curlew_push_suppressed_total")).isEqualTo(suppressed + 3);
        settings(u.get(4), topic, 0);
        long next = groups.send(1, u.get(1), text(topic, "again"));
        groups.awaitNotices(topic, 2);
        assertThat(targets(groups.notices(topic, next))).containsExactlyInAnyOrder(alias(u.get(0)), alias(u.get(4)));
    }

    @Test
    void whatIsNotToBeRemindedOfIsNot() {
        List<Account> u = world.users("sender", "away");
        String topic = world.group(u.get(0), u.get(1));
        for (String option : List.of("offline_push", "history")) {
            ObjectNode quiet = text(topic, "quiet");
            quiet.putObject("options").put(option, false);
            JsonNode reply = TestClient.await(world.http(0).send(u.get(0), quiet), RemindedGroups.SOON);
            assertThat(reply.path("code").asInt(-1)).as(option).isZero();
        }
        groups.settled(topic, u.get(0));
        assertThat(jpush.noticesOf(topic)).hasSize(1);
    }

    @Test
    void whoIsMentionedLearnsThatAndWhatTheSenderGaveGoesToAll() {
        List<Account> u = world.users("sender", "mentioned", "other");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        ObjectNode message = text(topic, "look");
        message.putArray("at_user_id_list").add(u.get(1).uid());
        long seq = groups.send(0, u.get(0), message);
        groups.awaitNotices(topic, 2);
        assertThat(body(seq, topic, u.get(1))).isEqualTo(MENTIONED);
        assertThat(body(seq, topic, u.get(2))).isEqualTo(NEUTRAL);
        ObjectNode described = text(topic, "look");
        described.putArray("at_user_id_list").add(u.get(1).uid());
        described
                .putObject("push")
                .put("title", "Ours")
                .put("desc", "Look here")
                .put("ex", "x")
                .put("ios_push_sound", "s.caf");
        long second = groups.send(0, u.get(0), described);
        JsonNode notice = groups.awaitNotices(topic, 3).get(2);
        assertThat(extras(notice).path("seq").asLong()).isEqualTo(second);
        assertThat(JPushServer.targets(notice)).hasSize(2);
        assertThat(notice.at("/notification/ios/alert/body").asText()).isEqualTo("Look here");
        assertThat(notice.at("/notification/ios/alert/title").asText()).isEqualTo("Ours");
        assertThat(notice.at("/notification/ios/sound").asText()).isEqualTo("s.caf");
        assertThat(extras(notice).path("ex").asText()).isEqualTo("x");
    }

    @Test
    @Requirement({"A-100", "A-169", "A-332"})
    void aProviderThatFailsIsCountedAndLoggedAndTouchesNothingStored() {
        List<Account> u = world.users("sender", "away", "other", "unknown");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        double failed = groups.metric("curlew_push_failed_total");
        jpush.fault(call -> extras(call).path("topic").asText().equals(topic)
                ? Optional.of(JPushServer.error(500, 1000))
                : Optional.empty());
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger("dev.curlew.push");
        logger.addAppender(lines);
        long seq;
        try {
            seq = groups.send(0, u.get(0), text(topic, "kept"));
            Awaitility.await()
                    .atMost(RemindedGroups.SOON)
                    .until(() -> groups.metric("curlew_push_failed_total") == failed + 2);
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(List.copyOf(lines.list))
                .anyMatch(line -> line.getFormattedMessage().contains("topic " + topic + ", seq " + seq));
        jpush.fault(call -> Optional.empty());
        assertThat(jpush.noticesOf(topic)).isEmpty();
        String path = "/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages?after_seq=0";
        JsonNode page = world.http(2).get(path, u.get(1).token()).ok();
        assertThat(page.at("/messages/0/content/text").asText()).isEqualTo("kept");
        String other = world.group(u.get(0), u.get(3));
        jpush.unknown(alias(u.get(3)));
        groups.send(0, u.get(0), text(other, "to nobody JPush knows"));
        Awaitility.await()
                .atMost(RemindedGroups.SOON)
                .untilAsserted(() -> assertThat(groups.metric("curlew_push_triggered_total"))
                        .isPositive()
                        .isEqualTo(groups.metric("curlew_push_succeeded_total")
                                + groups.metric("curlew_push_failed_total")
                                + groups.metric("curlew_push_no_target_total")
                                + groups.metric("curlew_push_in_flight")));
    }

    /** The node that marked them died, and whether it made the call nobody knows. */
    @Test
    void aCallThatMayNotHaveBeenMadeIsMadeAgainUnderItsId() {
        List<Account> u = world.users("sender", "away", "other");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        String id = jpush.issueId();
        for (Account one : u.subList(1, 3)) {
            world.redis.setex(groups.mark(topic, 1_000, one), 1_000L, id);
        }
        groups.again(task(topic, 1_000, u.get(0)));
        JsonNode notice = groups.awaitNotices(topic, 1).get(0);
        assertThat(notice.path("cid").asText()).isEqualTo(id);
        assertThat(JPushServer.targets(notice)).containsExactlyInAnyOrder(alias(u.get(1)), alias(u.get(2)));
        Awaitility.await()
                .atMost(RemindedGroups.SOON)
                .until(() -> "1".equals(world.redis.get(groups.mark(topic, 1_000, u.get(2)))));
        // It had made the call: nobody is shown it again.
        world.redis.setex(groups.mark(topic, 1_000, u.get(1)), 1_000L, id);
        groups.again(task(topic, 1_000, u.get(0)));
        groups.settled(topic, u.get(0));
        assertThat(groups.notices(topic, 1_000)).hasSize(1);
        assertThat(groups.calls(topic, 1_000)).hasSize(2);
        assertThat(world.redis.get(groups.mark(topic, 1_000, u.get(1)))).isEqualTo("1");
    }

    @Test
    void whatWaitedLongerThanMarksLiveRemindsNobody() {
        List<Account> u = world.users("sender", "away");
        String topic = world.group(u.get(0), u.get(1));
        double outdated = groups.metric("curlew_push_outdated_total");
        Item item = task(topic, 1_000, u.get(0)).items().get(0);
        groups.again(task(topic, System.currentTimeMillis() - 16 * 60_000, item));
        groups.settled(topic, u.get(0));
        assertThat(groups.notices(topic, 1_000)).isEmpty();
        assertThat(groups.metric("curlew_push_outdated_total")).isEqualTo(outdated + 1);
    }

    private static String body(long seq, String topic, Account user) {
        List<JsonNode> notices = groups.notices(topic, seq).stream()
                .filter(notice -> JPushServer.targets(notice).equals(List.of(alias(user))))
                .toList();
        assertThat(notices).hasSize(1);
        return notices.get(0).at("/notification/ios/alert/body").asText();
    }

    private static void settings(Account user, String topic, int option) {
        world.http(0)
                .call(
                        "PATCH",
                        "/v1/im/conversations/sg_" + GroupWorld.id(topic),
                        user.token(),
                        Json.object().put("recv_msg_opt", option))
                .ok();
    }
}

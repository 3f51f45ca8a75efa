package dev.curlew.requirements;

import static dev.curlew.requirements.Probe.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import dev.curlew.push.JPushServer;
import dev.curlew.store.kafka.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reminders from the send of a message to the call of JPush, over two nodes. */
class OfflinePushIT {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final String NEUTRAL = "You have a new message";

    private static PushPath path;
    private static JPushServer jpush;
    private static TestCluster cluster;
    private static Probe probe;

    private final Account alice = cluster.user("alice");
    private final Account bob = cluster.user("bob");
    private final String conversation = alice.conversationWith(bob.uid());

    @BeforeAll
    static void start() {
        path = PushPath.start("pushit", 2);
        jpush = path.jpush();
        cluster = path.cluster();
        probe = path.probe();
    }

    @AfterAll
    static void stop() {
        path.close();
    }

    @AfterEach
    void mend() {
        jpush.fault(call -> Optional.empty());
    }

    @Test
    @Requirement({"B-198", "B-202", "B-203", "X-013"})
    void anOfflineUserIsRemindedByOneCallThatNamesTheSenderAndNotTheText() {
        send(text(bob, "m1", "the-secret-text"));
        JsonNode notice = theOnlyNotice();
        assertThat(jpush.calls().stream().filter(this::isOurs)).hasSize(1);
        assertThat(JPushServer.targets(notice)).containsExactly("demo_" + bob.uid());
        assertThat(notice.toString()).doesNotContain("the-secret-text");
        JsonNode ios = notice.at("/notification/ios");
        assertThat(ios.at("/alert/title").asText()).isEqualTo(alice.name());
        assertThat(ios.at("/alert/body").asText()).isEqualTo(NEUTRAL);
        assertThat(ios.path("sound").asText()).isEqualTo("default");
        assertThat(notice.at("/notification/android/title").asText()).isEqualTo(alice.name());
        assertThat(notice.at("/notification/android/alert").asText()).isEqualTo(NEUTRAL);
        for (String platform : List.of("ios", "android")) {
            JsonNode extras = notice.path("notification").path(platform).path("extras");
            assertThat(extras.path("type").asText()).isEqualTo("single_message");
            assertThat(extras.path("tenant_id").asText()).isEqualTo("demo");
            assertThat(extras.path("conversation_id").asText()).isEqualTo(conversation);
            assertThat(extras.path("seq").isNumber()).isTrue();
            assertThat(extras.path("seq").asLong()).isEqualTo(1);
            assertThat(extras.path("send_uid").asLong()).isEqualTo(alice.uid());
            assertThat(extras.has("ex")).isFalse();
        }
    }

    @Test
    @Requirement({"B-198", "B-204", "B-205"})
    void whatTheSenderGaveArrivesUnchanged() {
        ObjectNode message = text(bob, "m1", "hello");
        String ex = "{\"deep\": [1, 2],  \"emoji\": \"😀\"}";
        message.putObject("push")
                .put("title", "A title — 标题")
                .put("desc", "A description 😀")
                .put("ex", ex)
                .put("ios_push_sound", "chime.caf");
        send(message);
        JsonNode notice = theOnlyNotice();
        JsonNode ios = notice.at("/notification/ios");
        assertThat(ios.at("/alert/title").asText()).isEqualTo("A title — 标题");
        assertThat(ios.at("/alert/body").asText()).isEqualTo("A description 😀");
        assertThat(notice.at("/notification/android/alert").asText()).isEqualTo("A description 😀");
        assertThat(ios.path("sound").asText()).isEqualTo("chime.caf");
        assertThat(ios.at("/extras/ex").asText()).isEqualTo(ex);
        assertThat(notice.at("/notification/android/extras/ex").asText()).isEqualTo(ex);
    }

    @Test
    @Requirement({"B-202", "B-205"})
    void emptyTitleAndSoundAreTheDefaults() {
        ObjectNode message = text(bob, "m1", "hello");
        message.putObject("push").put("title", "").put("desc", "").put("ios_push_sound", "");
        send(message);
        JsonNode ios = theOnlyNotice().at("/notification/ios");
        assertThat(ios.at("/alert/title").asText()).isEqualTo(alice.name());
        assertThat(ios.at("/alert/body").asText()).isEqualTo(NEUTRAL);
        assertThat(ios.path("sound").asText()).isEqualTo("default");
    }

    @Test
    @Requirement("B-206")
    void theBadgeIsTheUnreadTotalOrLeftOut() {
        Account carol = cluster.user("carol");
        for (int i = 1; i <= 3; i++) {
            path.send(carol, text(bob, "c" + i, "hello"));
        }
        path.settle();
        ObjectNode counted = text(bob, "m1", "hello");
        counted.putObject("push").put("ios_badge_count", true);
        send(counted);
        assertThat(theOnlyNotice().at("/notification/ios/badge").asLong())
                .isEqualTo(4)
                .isEqualTo(cluster.http(1).unreadTotal(bob));
        ObjectNode without = text(bob, "m2", "hello");
        without.putObject("push").put("ios_badge_count", false);
        send(without);
        JsonNode second = awaitNotices(2).get(1);
        assertThat(second.at("/notification/ios/extras/seq").asLong()).isEqualTo(2);
        assertThat(second.at("/notification/ios").has("badge")).isFalse();
    }

    @Test
    @Requirement({"A-158", "B-224"})
    void whoIsOnlineOnAnyNodeIsNotReminded() {
        try (TestClient phone = cluster.socket(1, bob)) {
            send(text(bob, "m1", "hello"));
            assertThat(phone.awaitEvent("message", SOON)).isNotNull();
            path.settle();
            assertThat(jpush.notices(conversation)).isEmpty();
        }
        Awaitility.await()
                .atMost(SOON)
                .until(() -> cluster.http(0).presence(alice, bob.uid()).equals("offline"));
        send(text(bob, "m2", "hello"));
        assertThat(theOnlyNotice().at("/notification/ios/extras/seq").asLong()).isEqualTo(2);
    }

    @Test
    void neitherOptionOneNorTwoReminds() {
        send(text(bob, "m1", "hello"));
        theOnlyNotice();
        path.settle();
        double before = path.metric("curlew_push_suppressed_total");
        for (int option = 1; option <= 2; option++) {
            ObjectNode quiet = Json.object().put("recv_msg_opt", option);
            cluster.http(1)
                    .call("PATCH", "/v1/im/conversations/" + conversation, bob.token(), quiet)
                    .ok();
            send(text(bob, "quiet" + option, "hello"));
            path.settle();
            assertThat(jpush.notices(conversation)).hasSize(1);
        }
        assertThat(path.metric("curlew_push_suppressed_total"))
                .as("option 1 ends at the fan-out")
                .isEqualTo(before + 1);
    }

    @Test
    void aMessageSentWithoutOfflinePushRemindsNobody() {
        ObjectNode message = text(bob, "m1", "hello");
        message.putObject("options").put("offline_push", false);
        send(message);
        path.settle();
        assertThat(jpush.notices(conversation)).isEmpty();
    }

    @Test
    @Requirement({"X-013", "B-203"})
    void aTenantThatWantsPreviewsGetsTheBeginningOfTheText() {
        TestHttp http = cluster.http(0);
        String secret = cluster.config(0).auth().adminSecret();
        http.post("/v1/admin/tenants", secret, Json.object().put("tenant", "previews"))
                .ok();
        ObjectNode settings = Json.object();
        settings.putObject("settings").put("push_preview", true);
        http.call("PATCH", "/v1/admin/tenants/previews", secret, settings).ok();
        Account carol = http.adminToken(secret, "previews", "carol", TestCluster.WEB);
        Account dave = http.adminToken(secret, "previews", "dave", TestCluster.WEB);
        String theirs = carol.conversationWith(dave.uid());
        AtomicInteger sent = new AtomicInteger();
        // A node may know the tenant's old settings for a moment.
        Awaitility.await().atMost(SOON).pollInterval(Duration.ofSeconds(1)).until(() -> {
            path.send(carol, text(dave, "m" + sent.incrementAndGet(), "x".repeat(99) + "😀 and more"));
            path.settle();
            List<JsonNode> notices = ofTenant("previews", theirs);
            return notices.get(notices.size() - 1)
                    .at("/notification/ios/alert/body")
                    .asText()
                    .equals("x".repeat(99));
        });
        assertThat(ofTenant("previews", theirs)).hasSize(sent.get());
        ObjectNode described = text(dave, "described", "hello");
        described.putObject("push").put("desc", "Look here");
        path.send(carol, described);
        path.settle();
        List<JsonNode> notices = ofTenant("previews", theirs);
        assertThat(notices.get(notices.size() - 1)
                        .at("/notification/ios/alert/body")
                        .asText())
                .isEqualTo("Look here");
    }

    @Test
    @Requirement({"A-109", "A-127"})
    void theSameTaskFiveTimesIsOneReminderForSomeMinutes() {
        send(text(bob, "m1", "hello"));
        theOnlyNotice();
        path.settle();
        String mark = "im:demo:push:dedup:" + conversation + ":1:" + bob.uid();
        assertThat(probe.redis().ttl(mark)).isBetween(300L, 1_800L);
        byte[] task = probe.records(Topics.TO_OFFLINE_PUSH, "demo|" + bob.uid())
                .get(0)
                .value();
        for (int i = 0; i < 5; i++) {
            path.again(bob, task);
        }
        path.settle();
        assertThat(jpush.notices(conversation)).hasSize(1);
        probe.redis().del(mark);
        path.again(bob, task);
        awaitNotices(2);
    }

    @Test
    void aVendorThatIsAwayForAMomentIsAskedAgainAndShowsOneNotice() {
        AtomicInteger left = new AtomicInteger(1);
        jpush.fault(call -> isOurs(call) && left.getAndDecrement() > 0
                ? Optional.of(JPushServer.error(503, 1030))
                : Optional.empty());
        send(text(bob, "m1", "hello"));
        theOnlyNotice();
        path.settle();
        assertThat(jpush.calls().stream().filter(this::isOurs)).hasSize(2);
        assertThat(jpush.notices(conversation)).hasSize(1);
    }

    @Test
    @Requirement("A-169")
    void aRefusalIsCountedAndTouchesNothingThatIsStored() {
        double failed = path.metric("curlew_push_failed_total");
        jpush.fault(call -> isOurs(call) ? Optional.of(JPushServer.error(500, 1000)) : Optional.empty());
        send(text(bob, "m1", "hello"));
        Awaitility.await().atMost(SOON).until(() -> path.metric("curlew_push_failed_total") == failed + 1);
        path.settle();
        probe.awaitElements(conversation, 1);
        assertThat(cluster.http(1).pull(bob, conversation, 0, 10).messages()).hasSize(1);
        jpush.fault(call -> Optional.empty());
        send(text(bob, "m2", "hello"));
        assertThat(theOnlyNotice().at("/notification/ios/extras/seq").asLong()).isEqualTo(2);
    }

    @Test
    void aUserJPushDoesNotKnowIsCountedAsWithoutTarget() {
        double before = path.metric("curlew_push_no_target_total");
        jpush.unknown("demo_" + bob.uid());
        send(text(bob, "m1", "hello"));
        Awaitility.await().atMost(SOON).until(() -> path.metric("curlew_push_no_target_total") == before + 1);
        assertThat(jpush.notices(conversation)).isEmpty();
    }

    private void send(ObjectNode message) {
        path.send(alice, message);
    }

    private JsonNode theOnlyNotice() {
        return awaitNotices(1).get(0);
    }

    private List<JsonNode> awaitNotices(int count) {
        return Awaitility.await().atMost(SOON).until(() -> jpush.notices(conversation), all -> all.size() == count);
    }

    private static List<JsonNode> ofTenant(String tenant, String conversation) {
        return jpush.notices(conversation).stream()
                .filter(notice ->
                        notice.at("/notification/ios/extras/tenant_id").asText().equals(tenant))
                .toList();
    }

    private boolean isOurs(JsonNode call) {
        return call.at("/notification/ios/extras/conversation_id").asText().equals(conversation);
    }
}

package dev.curlew.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.config.ConfigLoader;
import dev.curlew.config.PushConfig;
import dev.curlew.push.PushProvider.Content;
import dev.curlew.push.PushProvider.Notice;
import dev.curlew.push.PushProvider.Tally;
import dev.curlew.vendor.VendorHttp;
import dev.curlew.vendor.VendorHttp.Limits;
import dev.curlew.vendor.VendorServer;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The JPush provider against a server that speaks JPush's documented API. */
class JPushProviderIT {

    private final Vertx vertx = Vertx.vertx();
    private final JPushServer jpush = new JPushServer();

    @AfterEach
    void stop() {
        vertx.close().timeout(10, TimeUnit.SECONDS).await();
        jpush.close();
    }

    @Test
    void aliasesThatShareANoticeAreServedAThousandACall() {
        List<Notice> notices =
                LongStream.rangeClosed(1, 2_100).mapToObj(uid -> notice(uid, 7)).toList();
        assertThat(send(notices)).isEqualTo(new Tally(2_100, 0, 0));
        assertThat(jpush.calls()).hasSize(3);
        List<String> targets = new ArrayList<>();
        jpush.notices().forEach(notice -> targets.addAll(JPushServer.targets(notice)));
        assertThat(targets).hasSize(2_100).doesNotHaveDuplicates().contains("my.tenant_1", "my.tenant_2100");
    }

    @Test
    void registeredDevicesAreReachedByTheirIdsAndOthersByAlias() {
        Notice registered = new Notice(5, List.of("rid1", "rid2"), content("demo", 7));
        assertThat(send(List.of(registered, notice(6, 7)))).isEqualTo(new Tally(2, 0, 0));
        assertThat(jpush.notices())
                .extracting(notice -> notice.path("audience").toString())
                .containsExactlyInAnyOrder(
                        "{\"registration_id\":[\"rid1\",\"rid2\"]}", "{\"alias\":[\"my.tenant_6\"]}");
    }

    @Test
    void everyCallHasAnIdOfItsOwnThatJPushGave() {
        List<Notice> notices =
                LongStream.rangeClosed(1, 25).mapToObj(seq -> notice(1, seq)).toList();
        assertThat(send(notices)).isEqualTo(new Tally(25, 0, 0));
        Set<String> ids = new HashSet<>();
        jpush.calls().forEach(call -> ids.add(call.path("cid").asText()));
        assertThat(ids).hasSize(25).allMatch(id -> id.startsWith(JPushServer.APP_KEY + "-"));
    }

    @Test
    void serviceUnavailableThenOkIsOneNoticeWithTheSameId() {
        AtomicInteger left = new AtomicInteger(2);
        jpush.fault(call -> left.getAndDecrement() > 0 ? Optional.of(JPushServer.error(503, 1030)) : Optional.empty());
        assertThat(send(List.of(notice(1, 7)))).isEqualTo(new Tally(1, 0, 0));
        assertThat(jpush.calls())
                .hasSize(3)
                .extracting(call -> call.path("cid"))
                .doesNotContainNull();
        assertThat(jpush.calls().stream().map(call -> call.path("cid").asText()).distinct())
                .hasSize(1);
        assertThat(jpush.notices()).hasSize(1);
    }

    @Test
    void anAnswerThatGetsLostIsAskedForAgainAndShownOnce() {
        AtomicInteger calls = new AtomicInteger();
        try (VendorServer slow = new VendorServer(request -> {
            if (request.method().equals("GET")) {
                return new VendorServer.Answer(200, "{\"cidlist\":[\"k-1\",\"k-2\"]}");
            }
            if (calls.incrementAndGet() == 1) {
                pause();
            }
            return new VendorServer.Answer(200, "{\"sendno\":\"0\",\"msg_id\":\"1\"}");
        })) {
            assertThat(send(slow.url(), List.of(notice(1, 7)))).isEqualTo(new Tally(1, 0, 0));
            List<VendorServer.Request> pushes = slow.requests().stream()
                    .filter(request -> request.method().equals("POST"))
                    .toList();
            assertThat(pushes).hasSize(2);
            assertThat(pushes.get(0).body()).isEqualTo(pushes.get(1).body());
            assertThat(pushes.get(0).json().path("cid").asText()).isEqualTo("k-1");
        }
    }

    @Test
    void withoutAnIdAnUnknownOutcomeIsNotRepeated() {
        jpush.givesNoIds();
        jpush.fault(call -> Optional.of(JPushServer.error(500, 1000)));
        assertThat(send(List.of(notice(1, 7)))).isEqualTo(new Tally(0, 1, 0));
        assertThat(jpush.calls()).hasSize(1);
        assertThat(jpush.calls().get(0).has("cid")).isFalse();
    }

    @Test
    void tooManyCallsAreTriedAgainLaterAndFailInTheEnd() {
        jpush.fault(call -> Optional.of(JPushServer.error(429, 2002)));
        assertThat(send(List.of(notice(1, 7)))).isEqualTo(new Tally(0, 1, 0));
        assertThat(jpush.calls()).hasSize(3);
    }

    @Test
    void aTargetJPushDoesNotKnowIsCountedAsSuch() {
        jpush.unknown("my.tenant_1");
        assertThat(send(List.of(notice(1, 7), notice(2, 8)))).isEqualTo(new Tally(1, 0, 1));
        assertThat(jpush.notices()).hasSize(1);
    }

    @Test
    void oneBadTargetAmongManyCostsTheOthersNothing() {
        List<Notice> notices = new ArrayList<>();
        LongStream.rangeClosed(1, 40).forEach(uid -> {
            String token = uid == 17 ? "bad token" : "rid" + uid;
            notices.add(new Notice(uid, List.of(token), content("demo", 7)));
        });
        assertThat(send(notices)).isEqualTo(new Tally(39, 1, 0));
        Set<String> reached = new HashSet<>();
        jpush.notices().forEach(notice -> reached.addAll(JPushServer.targets(notice)));
        assertThat(reached).hasSize(39).doesNotContain("bad token");
    }

    @Test
    void aBadRequestOrWrongSecretFailsAtOnce() {
        jpush.fault(call -> Optional.of(JPushServer.error(400, 1005)));
        assertThat(send(List.of(notice(1, 7), notice(2, 7)))).isEqualTo(new Tally(0, 2, 0));
        assertThat(jpush.calls()).hasSize(1);
    }

    @Test
    void aServerThatIsNotThereFailsInBoundedTime() {
        jpush.close();
        assertThat(send(List.of(notice(1, 7)))).isEqualTo(new Tally(0, 1, 0));
    }

    @Test
    void anAliasLongerThanJPushTakesHasNoTarget() {
        Notice tooLong = new Notice(1_234_567_890, List.of(), content("t".repeat(32), 7));
        assertThat(send(List.of(tooLong))).isEqualTo(new Tally(0, 0, 1));
        assertThat(jpush.calls()).isEmpty();
    }

    @Test
    void environmentLifeAndSoundAreAsConfiguredOrDefault() {
        send(List.of(notice(1, 7)));
        JsonNode notice = jpush.notices().get(0);
        assertThat(notice.at("/options/apns_production").asBoolean(true)).isFalse();
        assertThat(notice.at("/options/time_to_live").asInt()).isEqualTo(600);
        assertThat(notice.at("/notification/ios/sound").asText()).isEqualTo("default");
        assertThat(notice.path("platform").toString()).isEqualTo("[\"android\",\"ios\"]");
    }

    private Tally send(List<Notice> notices) {
        return send(jpush.url(), notices);
    }

    private Tally send(String url, List<Notice> notices) {
        PushConfig config = ConfigLoader.load(
                        Path.of("conf", "development.yaml"),
                        Map.of(),
                        List.of(jpush.settings(
                                "push.jpush_url=" + url,
                                "push.timeout_ms=1000",
                                "push.apns_production=false",
                                "push.time_to_live_s=600")))
                .push();
        return new JPushProvider(
                        config,
                        new VendorHttp(
                                vertx,
                                new Limits(config.timeoutMs(), config.tries(), config.retryMs(), config.concurrency())))
                .send(notices)
                .timeout(30, TimeUnit.SECONDS)
                .await();
    }

    private static void pause() {
        try {
            Thread.sleep(3_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Notice notice(long uid, long seq) {
        return new Notice(uid, List.of(), content("my-tenant", seq));
    }

    private static Content content(String tenant, long seq) {
        return new Content(tenant, "si_1_2", seq, 1, "Alice", "You have a new message", null, null, 3L);
    }
}

package dev.curlew.cases;

import static dev.curlew.cases.Devices.ANDROID;
import static dev.curlew.cases.Devices.IOS;
import static dev.curlew.cases.Devices.WEB;
import static dev.curlew.cases.Devices.WINDOWS;
import static dev.curlew.cases.Devices.closeCode;
import static dev.curlew.cases.Devices.staysOpen;
import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.Page;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which logins live side by side, and what a user sees on each of their devices. */
class DevicesIT {

    private static final int REPLACED = 4409;
    private static final int REVOKED = 40102;
    private static final int RACERS = 100;

    private static TestCluster cluster;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "per_class"})
    void ofAHundredRacingLoginsTheNewestSurvives(String policy) {
        Devices devices = new Devices(cluster, policy);
        List<Account> logins = IntStream.range(0, RACERS)
                .mapToObj(i -> devices.login("racer", i % 2 == 0 ? IOS : ANDROID))
                .toList();
        List<TestClient> sockets = IntStream.range(0, RACERS)
                .mapToObj(i -> TestClient.connect(cluster.url(i % 2)))
                .toList();
        IntStream.range(0, RACERS)
                .parallel()
                .forEach(
                        i -> sockets.get(i).loginAsync(logins.get(i).token(), i % 2 == 0 ? IOS : ANDROID, null, false));
        within(
                15,
                () -> assertThat(sockets.stream().filter(one -> !one.closed().isDone()))
                        .hasSize(1));
        int survivor = IntStream.range(0, RACERS)
                .filter(i -> !sockets.get(i).closed().isDone())
                .findFirst()
                .orElseThrow();
        assertThat(IntStream.range(0, RACERS)
                        .filter(i -> i != survivor)
                        .mapToObj(i -> sockets.get(i).closed().join()))
                .containsOnly(REPLACED);
        // Redis put it last: nothing else is online, and no other login is left.
        within(5, () -> {
            JsonNode left = devices.sessions(1, logins.get(survivor));
            assertThat(left).hasSize(1);
            assertThat(left.path(0).path("current").asBoolean()).isTrue();
            assertThat(left.path(0).path("online").asBoolean()).isTrue();
        });
        for (int node = 0; node < 2; node++) {
            for (int i = 0; i < RACERS; i += 9) {
                if (i != survivor) {
                    assertThat(devices.refusal(node, logins.get(i), IOS)).isEqualTo(REVOKED);
                    assertThat(devices.httpCode(node, logins.get(i))).isEqualTo(REVOKED);
                }
            }
        }
        staysOpen(sockets.get(survivor));
        sockets.get(survivor).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "per_class"})
    void whoWasKickedCannotComeBackAtOnce(String policy) {
        Devices devices = new Devices(cluster, policy);
        for (int round = 0; round < 20; round++) {
            int node = round % 2;
            Account old = devices.login("pingpong" + round, WEB);
            Account fresh = devices.login("pingpong" + round, WEB);
            TestClient kicked = devices.socket(node, old, WEB, "tab");
            TestClient newest = devices.socket(1 - node, fresh, WEB, "tab");
            assertThat(closeCode(kicked, 5)).isEqualTo(REPLACED);
            // Where the word of its end arrives in the middle of the login, the socket is closed before the reply.
            assertThat(devices.refusal(1 - node, old, WEB)).isIn(REVOKED, REPLACED);
            assertThat(devices.refusal(node, old, WEB)).isIn(REVOKED, REPLACED);
            staysOpen(newest);
            newest.close();
        }
    }

    @Test
    void nobodyKicksThemselvesByConnectingAgain() {
        Devices devices = new Devices(cluster, "one");
        Account login = devices.login("again", WEB);
        TestClient before = devices.socket(0, login, WEB, "tab");
        for (int i = 1; i <= 10; i++) {
            TestClient next = devices.socket(i % 2, login, WEB, "tab");
            assertThat(closeCode(before, 5)).isEqualTo(REPLACED);
            staysOpen(next);
            before = next;
        }
        assertThat(devices.httpCode(0, login)).isZero();
        before.close();
    }

    @ParameterizedTest
    @CsvSource({"all,0,0", "all,0,1", "per_class,0,0", "per_class,0,1", "one,1,1", "one,1,0"})
    void aReplacedSessionIsToldAndClosedWith4409(String policy, int oldNode, int newNode) {
        Devices devices = new Devices(cluster, policy);
        TestClient old = devices.socket(oldNode, devices.login("user", WEB), WEB, "tab");
        TestClient newest = devices.socket(newNode, devices.login("user", WEB), WEB, "tab");
        assertThat(closeCode(old, 1)).isEqualTo(REPLACED);
        assertThat(old.awaitEvent("kick", TestClient.PATIENCE).path("reason").asText())
                .isNotEmpty();
        staysOpen(newest);
        newest.close();
    }

    @Test
    void withoutAPolicyDevicesLiveSideBySide() {
        Devices devices = new Devices(cluster, null);
        Account first = devices.login("user", IOS);
        TestClient phone = devices.socket(0, first, IOS, "phone");
        TestClient other = devices.socket(1, devices.login("user", IOS), IOS, "other phone");
        TestClient nameless = devices.socket(1, first, IOS, null);
        TestClient again = devices.socket(1, devices.login("user", IOS), IOS, "phone");
        assertThat(closeCode(phone, 5)).isEqualTo(REPLACED);
        // The device may well come back by the login it had.
        assertThat(devices.httpCode(0, first)).isZero();
        assertThat(devices.refusal(0, first, IOS)).isZero();
        List.of(other, nameless, again).forEach(Devices::staysOpen);
        List.of(other, nameless, again).forEach(TestClient::close);
    }

    @Test
    void aChangedPolicyHoldsOnEveryNode() {
        Devices devices = new Devices(cluster, "per_class");
        Account phoneLogin = devices.login("user", ANDROID);
        TestClient phone = devices.socket(0, phoneLogin, ANDROID, null);
        TestClient desktop = devices.socket(1, devices.login("user", WINDOWS), WINDOWS, null);
        TestClient otherPhone = devices.socket(1, devices.login("user", IOS), IOS, null);
        assertThat(closeCode(phone, 5)).isEqualTo(REPLACED);
        staysOpen(desktop);
        devices.policy("one").ok();
        within(5, () -> {
            TestClient web = devices.socket(1, devices.login("user", WEB), WEB, null);
            assertThat(closeCode(desktop, 5)).isEqualTo(REPLACED);
            assertThat(closeCode(otherPhone, 5)).isEqualTo(REPLACED);
            web.close();
        });
        assertThat(devices.policy("two").body().path("code").asInt()).isEqualTo(40002);
        ObjectNode number = Json.object();
        number.putObject("settings").put("login_policy", 1);
        assertThat(cluster.http(0)
                        .call("PATCH", "/v1/admin/tenants/" + devices.tenant, Devices.SECRET, number)
                        .body()
                        .path("code")
                        .asInt())
                .isEqualTo(40002);
        assertThat(devices.policy(null).ok().path("settings").has("login_policy"))
                .isFalse();
    }

    @Test
    void aNewDeviceHasItsUsersOwnMessagesAndNoneOfThemIsUnread() {
        Devices devices = new Devices(cluster, null);
        Account phone = devices.login("alice", IOS);
        Account bob = devices.login("bob", WEB);
        String conversation = phone.conversationWith(bob.uid());
        List<Long> sent = new ArrayList<>();
        TestClient before = devices.socket(0, phone, IOS, "phone");
        for (int i = 0; i < 5; i++) {
            ObjectNode message = Json.object()
                    .put("to_uid", bob.uid())
                    .put("client_msg_id", "m" + i)
                    .put("content_type", 101);
            message.putObject("content").put("text", "mine " + i);
            sent.add(before.call("send", message).path("seq").asLong());
        }
        before.close();
        Account desk = devices.login("alice", WINDOWS);
        CompletableFuture<JsonNode> pull;
        try (TestClient fresh = devices.socket(1, desk, WINDOWS, "desk")) {
            JsonNode known =
                    fresh.call("seqs", Json.object()).path("conversations").path(0);
            assertThat(known.path("conversation_id").asText()).isEqualTo(conversation);
            assertThat(known.path("unread").asLong(-1)).isZero();
            pull = fresh.request(
                    "pull", Json.object().put("conversation_id", conversation).put("limit", 50));
            Page page = Page.of(TestClient.await(pull, TestClient.PATIENCE).path("data"));
            assertThat(page.messages()).extracting(SeenMessage::seq).containsExactlyElementsOf(sent);
        }
        try (TestClient back = devices.socket(1, phone, IOS, "phone")) {
            assertThat(back.call("seqs", Json.object())
                            .at("/conversations/0/unread")
                            .asLong(-1))
                    .isZero();
        }
        assertThat(cluster.http(0).unreadTotal(phone)).isZero();
        assertThat(cluster.http(1).unreadTotal(bob)).isEqualTo(5);
    }
}

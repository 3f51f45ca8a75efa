package dev.curlew.cases;

import static dev.curlew.cases.Devices.IOS;
import static dev.curlew.cases.Devices.WEB;
import static dev.curlew.cases.Devices.WINDOWS;
import static dev.curlew.cases.Devices.closeCode;
import static dev.curlew.cases.Devices.staysOpen;
import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The list of one's logins, and their end: from here, from another device, by an administrator. */
class RemoteLogoutIT {

    private static final int REVOKED = 40102;
    private static TestCluster cluster;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
    }

    @Test
    void theListShowsEveryLoginAndWhichIsOnline() {
        Devices devices = new Devices(cluster, null);
        long before = System.currentTimeMillis();
        Account phone = devices.login("user", IOS);
        Account desk = devices.login("user", WINDOWS);
        devices.login("somebody else", WEB);
        try (TestClient socket = devices.socket(1, desk, WINDOWS, "desk | 1")) {
            staysOpen(socket);
            JsonNode list = devices.sessions(0, phone);
            assertThat(list).hasSize(2);
            Map<Integer, JsonNode> by = new HashMap<>();
            list.forEach(one -> by.put(one.path("platform").asInt(), one));
            assertThat(by.get(IOS).path("current").asBoolean()).isTrue();
            assertThat(by.get(IOS).path("online").asBoolean(true)).isFalse();
            assertThat(by.get(IOS).has("device_id")).isFalse();
            assertThat(by.get(WINDOWS).path("current").asBoolean(true)).isFalse();
            assertThat(by.get(WINDOWS).path("online").asBoolean()).isTrue();
            assertThat(by.get(WINDOWS).path("device_id").asText()).isEqualTo("desk | 1");
            assertThat(by.get(WINDOWS).path("last_active_at").asLong()).isGreaterThanOrEqualTo(before);
            assertThat(by.get(WINDOWS).path("created_at").asLong()).isBetween(before - 5_000, before + 60_000);
            assertThat(by.get(WINDOWS).path("expires_at").asLong()).isGreaterThan(before);
            assertThat(list.toString()).doesNotContain(phone.token()).doesNotContain(desk.token());
        }
    }

    @Test
    void anotherLoginIsEndedOnEveryNode() {
        Devices devices = new Devices(cluster, null);
        Account phone = devices.login("user", IOS);
        Account lost = devices.login("user", WEB);
        Account stranger = devices.login("stranger", WEB);
        TestClient mine = devices.socket(0, phone, IOS, null);
        TestClient here = devices.socket(0, lost, WEB, "lost");
        TestClient there = devices.socket(1, lost, WEB, "lost too");
        String id = idOf(devices, lost);
        assertThat(devices.logOut(0, stranger, id).body().path("code").asInt()).isEqualTo(40400);
        assertThat(devices.logOut(0, phone, "no-such-login").body().path("code").asInt())
                .isEqualTo(40400);
        staysOpen(there);
        assertThat(devices.logOut(0, phone, id).status()).isEqualTo(204);
        assertThat(devices.httpCode(0, lost)).isEqualTo(REVOKED);
        assertThat(closeCode(here, 5)).isEqualTo(4410);
        assertThat(closeCode(there, 5)).isEqualTo(4410);
        within(5, () -> assertThat(devices.httpCode(1, lost)).isEqualTo(REVOKED));
        assertThat(devices.refusal(1, lost, WEB)).isEqualTo(REVOKED);
        assertThat(devices.sessions(1, phone)).hasSize(1);
        assertThat(devices.logOut(1, phone, id).status()).isEqualTo(404);
        staysOpen(mine);
        mine.close();
    }

    @Test
    void loggingOutEndsSocketsEverywhereAndLeavesTheList() {
        Devices devices = new Devices(cluster, null);
        Account leaving = devices.login("user", WEB);
        Account staying = devices.login("user", IOS);
        List<TestClient> sockets =
                List.of(devices.socket(0, leaving, WEB, null), devices.socket(1, leaving, WEB, null));
        assertThat(cluster.http(0)
                        .post("/v1/im/auth/logout", leaving.token(), Json.object())
                        .status())
                .isEqualTo(204);
        refusedAndClosed(devices, leaving, REVOKED, sockets, 4410);
        assertThat(devices.sessions(1, staying)).hasSize(1);
        assertThat(idOf(devices, staying)).isNotEmpty();
    }

    @Test
    void aDisabledUserIsOutOnEveryNodeAtOnce() {
        Devices devices = new Devices(cluster, null);
        Account user = devices.login("user", WEB);
        Account other = devices.login("other", WEB);
        List<TestClient> sockets = List.of(devices.socket(0, user, WEB, null), devices.socket(1, user, WEB, null));
        disable("/v1/admin/users/" + user.uid() + "?tenant=" + devices.tenant, true);
        refusedAndClosed(devices, user, 40306, sockets, 4403);
        assertThat(devices.httpCode(1, other)).isZero();
        disable("/v1/admin/users/" + user.uid() + "?tenant=" + devices.tenant, false);
        within(5, () -> assertThat(devices.httpCode(1, user)).isEqualTo(REVOKED));
        // What ended with the user does not come back into the list.
        assertThat(devices.sessions(0, devices.login("user", WEB))).hasSize(1);
    }

    @Test
    void aDisabledTenantIsOutOnEveryNodeAtOnce() {
        Devices devices = new Devices(cluster, null);
        Account user = devices.login("user", WEB);
        List<TestClient> sockets = List.of(devices.socket(0, user, WEB, null), devices.socket(1, user, WEB, null));
        disable("/v1/admin/tenants/" + devices.tenant, true);
        refusedAndClosed(devices, user, 40304, sockets, 4403);
    }

    @Test
    void theListIsBounded() {
        Devices devices = new Devices(cluster, null);
        Account last = null;
        for (int i = 0; i < 105; i++) {
            last = devices.login("many", WEB);
        }
        Account newest = last;
        within(5, () -> assertThat(devices.sessions(0, newest)).hasSize(100));
        assertThat(devices.sessions(0, newest).path(0).path("current").asBoolean())
                .isTrue();
    }

    private static void refusedAndClosed(
            Devices devices, Account login, int code, List<TestClient> sockets, int closeCode) {
        within(2, () -> {
            assertThat(devices.httpCode(0, login)).isEqualTo(code);
            assertThat(devices.httpCode(1, login)).isEqualTo(code);
        });
        sockets.forEach(socket -> assertThat(closeCode(socket, 2)).isEqualTo(closeCode));
    }

    private static void disable(String path, boolean disabled) {
        TestHttp.Response answer = cluster.http(0)
                .call("PATCH", path, Devices.SECRET, Json.object().put("disabled", disabled));
        assertThat(answer.status()).isEqualTo(200);
    }

    private static String idOf(Devices devices, Account login) {
        for (JsonNode one : devices.sessions(0, login)) {
            if (one.path("current").asBoolean()) {
                return one.path("id").asText();
            }
        }
        throw new AssertionError("not in its own list");
    }
}

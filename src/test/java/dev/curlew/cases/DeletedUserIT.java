package dev.curlew.cases;

import static dev.curlew.cases.Devices.WEB;
import static dev.curlew.cases.Devices.closeCode;
import static dev.curlew.cases.Devices.staysOpen;
import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a deleted user's chats and devices see of it, on two nodes. */
class DeletedUserIT {

    private static TestCluster cluster;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
    }

    @Test
    void socketsEndEverywhereMessagesStayAndNobodyCanWriteToThem() {
        Devices devices = new Devices(cluster, null);
        Account leaver = devices.login("leaver", WEB);
        Account friend = devices.login("friend", WEB);
        String chat = leaver.conversationWith(friend.uid());
        TestHttp http = cluster.http(1);
        TestClient.await(http.send(leaver, text("m1", friend.uid())), TestClient.PATIENCE);
        TestClient.await(http.send(friend, text("m2", leaver.uid())), TestClient.PATIENCE);
        within(10, () -> assertThat(http.pull(friend, chat, 0, 50).messages()).hasSize(2));
        List<TestClient> sockets = List.of(devices.socket(0, leaver, WEB, null), devices.socket(1, leaver, WEB, null));
        TestClient bystander = devices.socket(1, friend, WEB, null);
        sockets.forEach(Devices::staysOpen);

        TestHttp.Response deleted = cluster.http(0)
                .call("DELETE", "/v1/admin/users/" + leaver.uid() + "?tenant=" + devices.tenant, Devices.SECRET, null);
        assertThat(deleted.status()).isEqualTo(204);

        sockets.forEach(socket -> assertThat(closeCode(socket, 5)).isEqualTo(4403));
        within(5, () -> assertThat(devices.httpCode(1, leaver)).isEqualTo(40306));
        assertThat(devices.refusal(1, leaver, WEB)).isEqualTo(40306);
        staysOpen(bystander);
        assertThat(http.pull(friend, chat, 0, 50).messages()).hasSize(2);
        within(5, () -> {
            JsonNode conversation =
                    http.get("/v1/im/conversations", friend.token()).ok().at("/conversations/0");
            assertThat(conversation.path("conversation_id").asText()).isEqualTo(chat);
            assertThat(conversation.path("show_name").asText("none")).isEmpty();
        });
        TestHttp.Response refused = http.post("/v1/im/messages", friend.token(), text("m3", leaver.uid()));
        assertThat(refused.body().path("code").asInt()).isEqualTo(40400);
        assertThat(cluster.http(0)
                        .post(
                                "/v1/im/messages",
                                friend.token(),
                                text("m4", 0).put("to_account", leaver.name()).without("to_uid"))
                        .body()
                        .path("code")
                        .asInt())
                .isEqualTo(40400);
        bystander.close();
    }

    private static ObjectNode text(String id, long to) {
        ObjectNode body =
                Json.object().put("to_uid", to).put("client_msg_id", id).put("content_type", 101);
        body.set("content", Json.object().put("text", "words of " + id));
        return body;
    }
}

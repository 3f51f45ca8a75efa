package dev.curlew.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.Chat;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Texts that a server took although there is nothing in them, or that came back as something else. */
class TextsIT {

    private static final String EMOJI = "\uD83D\uDC26\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 \uD840\uDC0B";

    /** Characters of four bytes are cut off, replaced by question marks, or refused by a store. */
    @Test
    void fourByteCharactersComeBackFromEveryTextField() {
        TestCluster cluster = TestCluster.shared();
        TestHttp http = cluster.http(0);
        String name = "emoji " + EMOJI + System.nanoTime();
        Account alice = http.register("demo", name, "pass " + EMOJI, Devices.WEB);
        Account bob = cluster.user("bob " + EMOJI);
        ObjectNode profile = texts("nickname", "face_url", "signature", "ex");
        http.call("PATCH", "/v1/im/users/me", alice.token(), profile).ok();
        for (int node = 0; node < 2; node++) {
            JsonNode user = cluster.http(node)
                    .get("/v1/im/users/" + alice.uid(), bob.token())
                    .ok();
            assertThat(user.path("nickname")).isEqualTo(profile.path("nickname"));
            assertThat(user.path("face_url")).isEqualTo(profile.path("face_url"));
            assertThat(user.path("signature")).isEqualTo(profile.path("signature"));
            assertThat(user.path("ex")).isEqualTo(profile.path("ex"));
        }
        assertThat(http.get("/v1/im/users/me", alice.token())
                        .ok()
                        .path("account")
                        .asText())
                .isEqualTo(name);
        assertThat(http.login("demo", name, "pass " + EMOJI, Devices.WEB).uid()).isEqualTo(alice.uid());

        ObjectNode message = texts("client_msg_id", "ex").put("to_account", bob.name());
        message.put("attached_info", Json.text(Json.object().put("note", EMOJI)));
        message.put("content_type", 101).putObject("content").put("text", EMOJI);
        message.set("push", texts("title", "desc", "ex"));
        String path = "/v1/im/conversations/" + alice.conversationWith(bob.uid());
        try (TestClient bobs = cluster.socket(1, bob, "phone " + EMOJI);
                TestClient alices = cluster.socket(0, alice)) {
            JsonNode reply = alices.call("send", message);
            assertThat(reply.path("client_msg_id")).isEqualTo(message.path("client_msg_id"));
            assertThat(alices.call("send", message).path("seq").asLong()).isEqualTo(1);
            JsonNode event = bobs.awaitEvent("message", TestClient.PATIENCE);
            JsonNode pulled =
                    http.get(path + "/messages?limit=10", bob.token()).ok().at("/messages/0");
            for (JsonNode seen : List.of(event, pulled)) {
                assertThat(seen.path("content")).isEqualTo(message.path("content"));
                assertThat(seen.path("client_msg_id")).isEqualTo(message.path("client_msg_id"));
                assertThat(seen.path("ex")).isEqualTo(message.path("ex"));
                assertThat(seen.path("attached_info")).isEqualTo(message.path("attached_info"));
                assertThat(seen.path("sender_nickname").asText()).isEqualTo(EMOJI);
            }
        }
        ObjectNode settings = texts("ex", "attached_info");
        http.call("PATCH", path, bob.token(), settings).ok();
        http.post(path + "/messages/1/revoke", alice.token(), null).ok();
        JsonNode listed = http.get("/v1/im/conversations", bob.token()).ok().at("/conversations/0");
        assertThat(listed.path("show_name").asText()).isEqualTo(EMOJI);
        assertThat(listed.path("ex")).isEqualTo(settings.path("ex"));
        assertThat(listed.path("attached_info")).isEqualTo(settings.path("attached_info"));
        assertThat(listed.at("/latest_msg/revoke/nickname").asText()).isEqualTo(EMOJI);
    }

    /** Empty and blank messages fill the conversation, or become empty by an edit. */
    @Test
    void emptyAndBlankTextsAreRefused() {
        Chat chat = Chat.fresh(TestCluster.shared());
        long seq = chat.send(chat.alice, "text");
        for (String blank : List.of("", " ", "\t\n ", "\u3000\u200b")) {
            assertThat(code(chat.alice, Chat.text(chat.bob, blank))).isEqualTo(40002);
            assertThat(chat.edit(chat.alice, seq, 0, blank).body().path("code").asInt())
                    .isEqualTo(40002);
            ObjectNode quote =
                    Chat.text(chat.bob, blank).put("content_type", 114).put("reply_seq", seq);
            assertThat(code(chat.alice, quote)).isEqualTo(40002);
        }
        assertThat(chat.page(chat.bob).path("messages")).hasSize(1);
        assertThat(chat.listed(chat.bob).path("max_seq").asLong()).isEqualTo(seq);
    }

    private static ObjectNode texts(String... names) {
        ObjectNode node = Json.object();
        for (String name : names) {
            node.put(name, EMOJI);
        }
        return node;
    }

    private static int code(Account sender, ObjectNode message) {
        return TestClient.await(TestCluster.shared().http(0).send(sender, message), TestClient.PATIENCE)
                .path("code")
                .asInt();
    }
}

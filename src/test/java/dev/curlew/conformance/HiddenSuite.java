package dev.curlew.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.protocol.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What somebody deleted or cleared for themselves: it is gone for them, and gives them no more rights than they had. */
abstract class HiddenSuite extends RestartSuite {

    @Test
    void whoCannotSeeAMessageIsNotToldItsNewText() {
        long deleted = talk().send(talk().alice, "deleted by bob");
        long cleared = talk().send(talk().alice, "cleared by bob");
        try (TestClient bobs = cluster().socket(talk().last(), talk().bob);
                TestClient alices = cluster().socket(0, talk().alice)) {
            talk().ok(talk().bob, "DELETE", "/messages/" + deleted + "?scope=self", null);
            talk().edit(talk().alice, deleted, 0, "SECRET one");
            talk().ok(talk().bob, "POST", "/clear", null);
            talk().edit(talk().alice, cleared, 0, "SECRET two");
            long seen = talk().send(talk().alice, "seen by bob");
            talk().edit(talk().alice, seen, 0, "new text");
            JsonNode told = bobs.awaitEvent("edited", SOON);
            assertThat(told.path("seq").asLong()).isEqualTo(seen);
            assertThat(told.path("content").path("text").asText()).isEqualTo("new text");
            assertThat(bobs.events().toString()).doesNotContain("SECRET");
            assertThat(alices.awaitEvent("edited", SOON).path("seq").asLong()).isEqualTo(deleted);
        }
        assertThat(talk().changes(talk().bob, 0).toString())
                .contains("new text")
                .contains("\"content\":{}")
                .doesNotContain("SECRET");
    }

    @Test
    void whoDeletedForThemselvesMayDoNoMoreThanBefore() {
        long first = talk().send(talk().alice, "alice's own");
        String all = "/messages/" + first + "?scope=all";
        assertThat(code(talk().call(talk().bob, "DELETE", all, null))).isEqualTo(40300);
        talk().ok(talk().bob, "DELETE", "/messages/" + first + "?scope=self", null);
        assertThat(code(talk().call(talk().bob, "DELETE", all, null))).isEqualTo(40300);
        assertThat(talk().seqs(talk().alice)).containsExactly(first);
        long second = talk().send(talk().alice, "for nobody after all");
        String mine = "/messages/" + second;
        talk().ok(talk().alice, "DELETE", mine + "?scope=self", null);
        assertThat(talk().seqs(talk().bob)).containsExactly(second);
        talk().ok(talk().alice, "DELETE", mine + "?scope=all", null);
        assertThat(talk().seqs(talk().bob)).isEmpty();
        assertThat(talk().seqs(talk().alice)).containsExactly(first);
        assertThat(talk().unread(talk().bob)).isZero();
    }

    @Test
    void whatNoDatabaseTakesIsRefusedAsItIsSentAndAsItIsEdited() {
        long seq = talk().send(talk().alice, "as it was");
        for (String more : List.of("\"n\":1e400", "\"deep\":" + "[".repeat(40) + "]".repeat(40))) {
            JsonNode content = Json.read("{\"text\":\"x\"," + more + "}", JsonNode.class);
            ObjectNode send = talk().text(talk().alice, Talkers.newId(), "x");
            send.set("content", content);
            JsonNode reply = TestClient.await(talk().reply(0, talk().alice, send), TestClient.PATIENCE);
            assertThat(reply.path("code").asInt()).as(more).isEqualTo(40002);
            ObjectNode edit = Json.object().put("version", 0);
            edit.set("content", content);
            assertThat(code(talk().call(talk().alice, "PATCH", "/messages/" + seq, edit)))
                    .as(more)
                    .isEqualTo(40002);
        }
        assertThat(talk().message(talk().bob, seq).at("/content/text").asText()).isEqualTo("as it was");
        assertThat(talk().send(talk().alice, "and on")).isEqualTo(seq + 1);
    }

    private static int code(TestHttp.Response response) {
        return response.body().path("code").asInt();
    }
}

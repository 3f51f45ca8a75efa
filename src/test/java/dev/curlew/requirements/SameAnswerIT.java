package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.Chat;
import dev.curlew.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that saw no reply asks again; and one question has one answer, from whichever side and however it is asked. */
class SameAnswerIT extends SharedClusterProbe {

    private Chat chat;

    @BeforeEach
    void begin() {
        chat = Chat.fresh(cluster);
    }

    @Test
    void anEditAskedForTwiceIsOneEdit() {
        long seq = chat.send(chat.alice, "first");
        JsonNode first = chat.edit(chat.alice, seq, 0, "second").ok();
        assertThat(chat.edit(chat.alice, seq, 0, "second").ok()).isEqualTo(first);
        assertThat(chat.changes(chat.bob, 0).path("changes")).hasSize(1);
        assertThat(chat.edit(chat.alice, seq, 0, "third").status()).isEqualTo(409);
        chat.edit(chat.alice, seq, first.path("version").asLong(), "third").ok();
        assertThat(chat.edit(chat.alice, seq, 0, "second").status())
                .as("it has moved on")
                .isEqualTo(409);
        chat.revoke(chat.alice, seq);
        assertThat(chat.edit(chat.alice, seq, 0, "third").status()).isEqualTo(409);
    }

    @Test
    void aDeletionAskedForTwiceIsOneDeletion() {
        long own = chat.send(chat.bob, "bob's");
        long other = chat.send(chat.alice, "alice's");
        JsonNode forSelf = chat.delete(chat.bob, other, "self");
        assertThat(forSelf.path("seqs")).extracting(JsonNode::asLong).containsExactly(other);
        assertThat(chat.delete(chat.bob, other, "self")).isEqualTo(forSelf);
        JsonNode forAll = chat.delete(chat.bob, own, "all");
        assertThat(chat.delete(chat.bob, own, "all")).isEqualTo(forAll);
        assertThat(chat.changes(chat.bob, 0).path("changes")).hasSize(2);
    }

    @Test
    void aReceiptIsTheSameFromEitherSideAndGoneWithItsMessage() {
        long first = chat.send(chat.alice, "one");
        long second = chat.send(chat.alice, "two");
        assertThat(receipts(chat.bob, first, "").ok().path("read_count").asInt())
                .isZero();
        chat.read(chat.bob, second);
        for (var side : List.of(chat.alice, chat.bob)) {
            JsonNode receipt = receipts(side, first, "").ok();
            assertThat(receipt.path("read_count").asInt()).isEqualTo(1);
            assertThat(receipt.path("unread_count").asInt()).isZero();
            assertThat(receipt.path("uids")).extracting(JsonNode::asLong).containsExactly(chat.bob.uid());
        }
        assertThat(receipts(chat.alice, first, "&limit=201").status()).isEqualTo(400);
        assertThat(receipts(chat.alice, first, "&limit=x").status()).isEqualTo(400);
        assertThat(receipts(chat.alice, first, "&cursor=zz").body().path("code").asInt())
                .isEqualTo(40002);
        chat.delete(chat.alice, first, "all");
        assertThat(receipts(chat.alice, first, "").status()).isEqualTo(404);
        assertThat(receipts(chat.bob, first, "").status()).isEqualTo(404);
    }

    @Test
    void newContentOfWhatOneHasDeletedOrClearedIsNotTold() {
        long deleted = chat.send(chat.alice, "deleted");
        long cleared = chat.send(chat.alice, "cleared");
        chat.edit(chat.alice, deleted, 0, "secret one").ok();
        chat.edit(chat.alice, cleared, 0, "secret two").ok();
        assertThat(chat.changes(chat.bob, 0).toString()).contains("secret one", "secret two");
        chat.delete(chat.bob, deleted, "self");
        assertThat(chat.changes(chat.bob, 0).toString()).contains("secret two").doesNotContain("secret one");
        chat.clear(chat.bob);
        JsonNode changes = chat.changes(chat.bob, 0);
        assertThat(changes.toString()).doesNotContain("secret");
        assertThat(changes.path("version").asLong()).isEqualTo(4);
        assertThat(chat.changes(chat.alice, 0).toString()).contains("secret one", "secret two");
    }

    @Test
    void theHashIsOfTheListOneSees() throws Exception {
        Chat other = Chat.fresh(cluster);
        chat.send(chat.alice, "one");
        ObjectNode toBob = Chat.text(chat.bob, "two");
        other.send(other.alice, toBob);
        String second = other.alice.conversationWith(chat.bob.uid());
        assertThat(hash()).isEqualTo(digest(chat.id, second));
        chat.ok(chat.bob, "DELETE", "", null);
        assertThat(hash()).isEqualTo(digest(second));
        JsonNode sync = sync("&ids_hash=" + digest(second));
        assertThat(sync.path("equal").asBoolean()).isTrue();
        chat.send(chat.alice, "three");
        org.awaitility.Awaitility.await().atMost(SOON).until(() -> hash().equals(digest(chat.id, second)));
    }

    @Test
    void aReceiptNamesOnlyMessagesThatThereAre() {
        chat.send(chat.alice, "one");
        chat.send(chat.alice, "two");
        chat.send(chat.alice, "three");
        try (TestClient alices = cluster.socket(0, chat.alice)) {
            chat.read(chat.bob, 1, 3L, 3L, 777_777L, 2L);
            JsonNode receipt = alices.awaitEvent("read_receipt", SOON);
            assertThat(receipt.path("seqs")).extracting(JsonNode::asLong).containsExactly(2L, 3L);
        }
    }

    private TestHttp.Response receipts(dev.curlew.client.Account as, long seq, String more) {
        return chat.call(as, "GET", "/receipts?seq=" + seq + more, null);
    }

    private JsonNode sync(String more) {
        return cluster.http(0)
                .get("/v1/im/conversations/changes?version=0" + more, chat.bob.token())
                .ok();
    }

    private String hash() {
        return sync("").path("ids_hash").asText();
    }

    private static String digest(String... ids) throws Exception {
        byte[] list = Json.text(new TreeSet<>(List.of(ids))).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(list));
    }
}

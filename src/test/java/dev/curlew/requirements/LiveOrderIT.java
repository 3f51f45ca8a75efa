package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.TestClient;
import dev.curlew.node.Chat;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What open sockets are told, and are not told, while much happens at once on two nodes. */
class LiveOrderIT extends SharedClusterProbe {

    private Chat chat;

    @BeforeEach
    void begin() {
        chat = Chat.fresh(cluster);
    }

    @Test
    void readPositionsRiseAtEverySocketAndEachIsToldOnce() {
        int last = 40;
        for (int i = 0; i < last; i++) {
            chat.send(chat.alice, "m" + i);
        }
        try (TestClient alices = cluster.socket(0, chat.alice);
                TestClient bobs = cluster.socket(0, chat.bob);
                TestClient other = cluster.socket(1, chat.bob, "other");
                TestClient third = cluster.socket(1, chat.bob, "third")) {
            List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
            for (long seq = 1; seq <= last; seq++) {
                ObjectNode read = Json.object().put("conversation_id", chat.id).put("read_seq", seq);
                replies.add((seq % 2 == 0 ? bobs : other).request("read", read));
                replies.add((seq % 2 == 0 ? other : bobs).request("read", read));
            }
            replies.forEach(reply -> assertThat(TestClient.await(reply, TestClient.PATIENCE)
                            .path("code")
                            .asInt())
                    .isZero());
            List<Long> receipts = numbersUpTo(alices, "read_receipt", "read_seq", last);
            List<Long> syncs = numbersUpTo(third, "read_sync", "read_seq", last);
            assertThat(receipts).doesNotHaveDuplicates().isSorted();
            assertThat(syncs).doesNotHaveDuplicates().isSorted();
        }
    }

    @Test
    void manyEditsAtOnceAreToldOnceEach() {
        long seq = chat.send(chat.alice, "first");
        try (TestClient bobs = cluster.socket(1, chat.bob)) {
            long version = 0;
            for (int round = 0; round < 5; round++) {
                List<CompletableFuture<Long>> made = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    long seen = version;
                    String text = "r" + round + "-" + i;
                    made.add(CompletableFuture.supplyAsync(() -> chat.edit(chat.alice, seq, seen, text)
                            .body()
                            .path("version")
                            .asLong()));
                }
                version = Collections.max(
                        made.stream().map(CompletableFuture::join).toList());
            }
            List<Long> told = numbersUpTo(bobs, "edited", "version", version);
            assertThat(told).doesNotHaveDuplicates().isSorted();
        }
    }

    @Test
    void nothingLiveComesFromOthersWhereNothingIsToBeReceived() {
        long seq = chat.send(chat.alice, "before");
        long other = chat.send(chat.alice, "before, too");
        chat.settings(chat.bob, Json.object().put("recv_msg_opt", 1));
        try (TestClient alices = cluster.socket(0, chat.alice);
                TestClient bobs = cluster.socket(1, chat.bob);
                TestClient second = cluster.socket(0, chat.bob, "second")) {
            ObjectNode passing = Chat.text(chat.bob, "passing");
            passing.putObject("options").put("history", false);
            chat.edit(chat.alice, seq, 0, "edited");
            chat.revoke(chat.alice, other);
            chat.read(chat.alice, 1);
            chat.send(chat.alice, "stored");
            assertThat(alices.call("send", passing).path("conversation_id").asText())
                    .isEqualTo(chat.id);
            alices.call("typing", Json.object().put("to_uid", chat.bob.uid()).put("state", "start"));
            // One's own doings come all the same, and after what would have come before them.
            chat.read(chat.bob, 1);
            assertThat(second.awaitEvent("read_sync", SOON)).isNotNull();
            chat.settings(chat.bob, Json.object().put("recv_msg_opt", 0));
            chat.send(chat.alice, "wanted again");
            for (TestClient device : List.of(bobs, second)) {
                List<String> names = new ArrayList<>();
                Awaitility.await().atMost(SOON).until(() -> {
                    JsonNode event = device.events().poll();
                    if (event != null) {
                        names.add(event.path("event").asText());
                    }
                    return event != null && event.toString().contains("wanted again");
                });
                assertThat(names).containsOnlyOnce("message");
                assertThat(names).doesNotContain("edited", "revoked", "typing", "read_receipt");
            }
        }
    }

    /** The numbers of all events of a name, up to this one. */
    private static List<Long> numbersUpTo(TestClient device, String name, String field, long last) {
        List<Long> numbers = new ArrayList<>();
        while (numbers.isEmpty() || numbers.get(numbers.size() - 1) < last) {
            JsonNode event = device.awaitEvent(name, SOON);
            assertThat(event).as("after %s", numbers).isNotNull();
            numbers.add(event.path(field).asLong());
        }
        device.call("ping", Json.object());
        device.events().stream()
                .filter(event -> event.path("event").asText().equals(name))
                .forEach(event -> numbers.add(event.path("data").path(field).asLong()));
        return numbers;
    }
}

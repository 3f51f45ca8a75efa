package dev.curlew.cases;

import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.node.Chat;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Read positions that one side could not see, that went back, or that cost more the longer nobody had read. */
class ReadPositionsIT {

    private static TestCluster cluster;

    private Chat chat;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
    }

    @BeforeEach
    void begin() {
        chat = Chat.fresh(cluster);
    }

    /** A long-unread conversation makes the list, the total and marking it as read slow. */
    @Test
    void thousandsOfUnreadMessagesCostNothing() {
        List<CompletableFuture<JsonNode>> window = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            window.add(cluster.http(i % 2).send(chat.alice, Chat.text(chat.bob, "text")));
            if (window.size() == 100) {
                window.forEach(reply -> TestClient.await(reply, TestClient.PATIENCE));
                window.clear();
            }
        }
        long many = chat.listed(chat.bob).path("max_seq").asLong();
        assertThat(many).isGreaterThanOrEqualTo(2_000);
        quickly(() -> assertUnread(chat.bob, many));
        quickly(() -> assertThat(chat.read(chat.bob, many - 1).path("unread").asLong(-1))
                .isEqualTo(1));
        quickly(() -> chat.read(chat.bob, many));
        quickly(() -> assertUnread(chat.bob, 0));
        quickly(() -> assertThat(chat.clear(chat.bob).path("min_seq").asLong()).isEqualTo(many + 1));
        quickly(() -> assertThat(chat.page(chat.bob).path("messages")).isEmpty());
        assertThat(chat.page(chat.alice).path("messages")).hasSize(200);
    }

    /** After a thousand sends and reads in a jumble each side has another idea of what was read. */
    @Test
    void afterAJumbleOfSendsAndReadsBothSidesAgree() {
        Random random = new Random(26);
        AtomicLong acked = new AtomicLong(chat.send(chat.alice, "first"));
        List<Account> users = List.of(chat.alice, chat.bob);
        List<TestClient> devices = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            devices.add(cluster.socket(i % 2, users.get(i / 2)));
        }
        long[] reported = new long[2];
        List<CompletableFuture<Integer>> codes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int device = random.nextInt(4);
            if (random.nextInt(3) > 0) {
                Account to = users.get(1 - device / 2);
                codes.add(devices.get(device)
                        .request("send", Chat.text(to, "text " + i))
                        .thenApply(reply -> {
                            acked.accumulateAndGet(reply.at("/data/seq").asLong(), Math::max);
                            return reply.path("code").asInt(-1);
                        }));
            } else {
                long seq = 1 + random.nextInt((int) acked.get());
                reported[device / 2] = Math.max(reported[device / 2], seq);
                codes.add(devices.get(device)
                        .request(
                                "read",
                                Json.object().put("conversation_id", chat.id).put("read_seq", seq))
                        .thenApply(reply -> reply.path("code").asInt(-1)));
            }
            if (codes.size() == 25) {
                assertThat(codes.stream().map(code -> TestClient.await(code, TestClient.PATIENCE)))
                        .containsOnly(0);
                codes.clear();
            }
        }
        within(5, () -> {
            List<SeenMessage> history = Pipeline.history(cluster.http(0), chat.bob, chat.id, 200);
            for (int i = 0; i < 4; i++) {
                assertStanding(
                        standing(devices.get(i)), history, users.get(i / 2), reported[i / 2], reported[1 - i / 2]);
            }
        });
        devices.forEach(TestClient::close);
    }

    private static void assertStanding(
            JsonNode told, List<SeenMessage> history, Account user, long reported, long peers) {
        long sent = history.stream()
                .filter(message -> message.sendUid() == user.uid())
                .mapToLong(SeenMessage::seq)
                .max()
                .orElse(0);
        long read = Math.max(sent, reported);
        assertThat(told.path("max_seq").asLong()).isEqualTo(history.size());
        assertThat(told.path("read_seq").asLong()).isEqualTo(read);
        assertThat(told.path("peer_read_seq").asLong()).isEqualTo(peers);
        assertThat(told.path("unread").asLong())
                .isEqualTo(
                        history.stream().filter(message -> message.seq() > read).count());
    }

    /** Only one of the two positions can be asked for: one's own, or how far the peer has read. */
    @Test
    @Requirement("B-081")
    void ownAndPeersPositionAreBothToldEverywhere() {
        send(chat.alice, 5);
        chat.read(chat.bob, 3);
        assertPositions(chat.alice, 5, 3);
        // What alice sent she has read; that she saw anything of it no device of hers has told.
        assertPositions(chat.bob, 3, 0);
        chat.read(chat.alice, 4);
        assertPositions(chat.bob, 3, 4);
        chat.read(chat.bob, 2);
        assertPositions(chat.alice, 5, 3);
    }

    private void assertPositions(Account user, long own, long peers) {
        try (TestClient device = cluster.socket(1, user)) {
            for (JsonNode told : List.of(standing(device), chat.listed(user))) {
                assertThat(told.path("read_seq").asLong()).isEqualTo(own);
                assertThat(told.path("peer_read_seq").asLong(-1)).isEqualTo(peers);
            }
        }
    }

    private void send(Account from, int count) {
        for (int i = 0; i < count; i++) {
            chat.send(from, "text " + i);
        }
    }

    private void assertUnread(Account user, long unread) {
        assertThat(chat.listed(user).path("unread").asLong(-1)).isEqualTo(unread);
        assertThat(cluster.http(1).unreadTotal(user)).isEqualTo(unread);
    }

    private static JsonNode standing(TestClient device) {
        return device.call("seqs", Json.object()).path("conversations").path(0);
    }

    private static void quickly(Runnable task) {
        long before = System.nanoTime();
        task.run();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
    }
}

package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.Pause;
import dev.curlew.dev.TestStores;
import dev.curlew.node.Chat;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import dev.curlew.store.kafka.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Deliveries that never reach a node, because for a moment nobody knew who is there: every device has them within a heartbeat. */
class LostDeliveryIT {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static TestCluster cluster;
    private static Probe probe;

    @BeforeAll
    static void start() {
        // A heartbeat a second.
        cluster = TestCluster.start(TestStores.shared(), "lostdelivery", 2, "presence.ttl_ms=4000");
        probe = new Probe(cluster.config(0));
    }

    @AfterAll
    static void stop() {
        probe.close();
        cluster.close();
    }

    @Test
    @Requirement("B-066")
    void theSendersOtherDeviceHasWhatItMissed() {
        Chat chat = Chat.fresh(cluster);
        try (TestClient desk = socket(1, chat.alice)) {
            expectAfterLoss(chat, chat.alice, desk);
        }
    }

    @Test
    @Requirement({"B-067", "B-068"})
    void bothDevicesOfTheRecipientHaveWhatTheyMissed() {
        Chat chat = Chat.fresh(cluster);
        try (TestClient phone = socket(0, chat.bob);
                TestClient desk = socket(1, chat.bob)) {
            expectAfterLoss(chat, chat.bob, phone, desk);
        }
    }

    @Test
    void aChangeThatWasMissedIsAnnouncedByItsNumber() {
        Chat chat = Chat.fresh(cluster);
        for (int tries = 1; tries <= 5; tries++) {
            try (TestClient desk = socket(1, chat.bob)) {
                long seq = chat.send(chat.alice, "to be revoked");
                assertThat(desk.awaitEvent("message", SOON).path("seq").asLong())
                        .isEqualTo(seq);
                unfound(chat.bob, () -> chat.revoke(chat.alice, seq));
                JsonNode next = first(desk, "sync", "revoked");
                if (next.path("event").asText().equals("revoked")) {
                    // It slipped through after all: once more.
                    continue;
                }
                JsonNode sync = next.path("data").path("conversations").path(0);
                assertThat(sync.path("conversation_id").asText()).isEqualTo(chat.id);
                assertThat(sync.path("version").asLong()).isEqualTo(tries);
                JsonNode changes = chat.changes(chat.bob, tries - 1).path("changes");
                assertThat(changes.path(0).path("kind").asText()).isEqualTo("revoked");
                return;
            }
        }
        fail("Every event found its way");
    }

    /** One that shows signs of life, but never asks what it missed. */
    private static TestClient socket(int node, Account user) {
        TestClient socket = cluster.socket(node, user);
        Thread alive = new Thread(() -> {
            while (!socket.closed().isDone()) {
                socket.request("unread", Json.object());
                Pause.millis(300);
            }
        });
        alive.setDaemon(true);
        alive.start();
        return socket;
    }

    private static JsonNode first(TestClient device, String... names) {
        List<JsonNode> others = new ArrayList<>();
        long end = System.nanoTime() + SOON.toNanos();
        while (System.nanoTime() < end) {
            JsonNode event = next(device);
            if (event != null && List.of(names).contains(event.path("event").asText())) {
                return event;
            }
            if (event != null) {
                others.add(event);
            }
        }
        throw new AssertionError("Only these came: " + others + ", closed: " + device.closed());
    }

    private static JsonNode next(TestClient device) {
        try {
            return device.events().poll(100, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void expectAfterLoss(Chat chat, Account user, TestClient... devices) {
        chat.send(chat.alice, "one");
        for (TestClient device : devices) {
            assertThat(device.awaitEvent("message", SOON).path("seq").asLong()).isEqualTo(1);
        }
        unfound(user, () -> chat.send(chat.alice, "two"));
        for (TestClient device : devices) {
            JsonNode event = device.awaitEvent("sync", SOON);
            assertThat(event.path("conversations").path(0).path("max_seq").asLong())
                    .isEqualTo(2);
            ObjectNode pull = Json.object().put("conversation_id", chat.id).put("after_seq", 1);
            List<Long> seqs = new ArrayList<>();
            device.call("pull", pull)
                    .path("messages")
                    .forEach(message -> seqs.add(message.path("seq").asLong()));
            assertThat(seqs).containsExactly(2L);
        }
        Awaitility.await().atMost(SOON).until(() -> probe.redis().hlen(sessions(user)) == devices.length);
        chat.send(chat.alice, "three");
        for (TestClient device : devices) {
            assertThat(device.awaitEvent("message", SOON).path("seq").asLong())
                    .as("the missed one does not come again")
                    .isEqualTo(3);
        }
    }

    /** Does something while nobody finds this user's sockets, and until it has had time to be delivered nowhere. */
    private static void unfound(Account user, Runnable what) {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> forgetting = CompletableFuture.runAsync(() -> {
            try (Jedis redis = probe.connect()) {
                while (!over.get()) {
                    redis.del(sessions(user));
                }
            }
        });
        what.run();
        probe.awaitNoLag(Topics.TO_PUSH);
        over.set(true);
        forgetting.join();
    }

    private static String sessions(Account user) {
        return "im:demo:presence:user:{" + user.uid() + "}:sessions";
    }
}

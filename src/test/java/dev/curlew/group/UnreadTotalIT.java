package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A user's total of unread messages over chats and groups: the same on each node, kept in Redis, and the sum of what the list shows. */
class UnreadTotalIT extends GroupProbe {

    private static final int EVENTS = 1_000;
    private static final int LOOK_EVERY = 50;
    private static final Set<Integer> DONE = Set.of(200, 201, 204);

    private final Random random = new Random(292);
    private List<Account> users;
    private List<String> topics;

    @Test
    @Requirement({"A-095", "A-292"})
    void afterManyMixedEventsTheTotalIsTheSumOnBothNodes() {
        users = world.users("one", "two", "three");
        topics = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            topics.add(world.group(users.get(i), users.get((i + 1) % 3), users.get((i + 2) % 3)));
        }
        for (int i = 1; i <= EVENTS; i++) {
            event(i);
            if (i % LOOK_EVERY == 0) {
                for (Account user : users) {
                    // Of two nodes neither is told of what the other does; whoever asks first counts.
                    int first = i / LOOK_EVERY % 2;
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(20))
                            .untilAsserted(() -> assertThat(world.http(first).unreadTotal(user))
                                    .isEqualTo(world.http(1 - first).unreadTotal(user)));
                }
            }
        }
        for (Account user : users) {
            awaitSum(user);
            assertThat(kept(user).path("total").asLong()).isEqualTo(sum(user));
        }
    }

    @Test
    void whatWasCountedIsTakenFromRedisUntilSomethingHappens() {
        users = world.users("reader", "sender");
        Account reader = users.get(0);
        topics = List.of(world.group(users.get(1), reader));
        say(users.get(1), topics.get(0), true);
        awaitTotal(reader, 1);
        // What is new in the group's own numbers is loaded by the first who counts, which ends that count.
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            assertThat(world.http(0).unreadTotal(reader)).isEqualTo(1);
            world.redis.set(key(reader), Json.text(kept(reader).put("total", 777)));
            long asked = world.http(1).unreadTotal(reader);
            if (asked != 777) {
                world.redis.del(key(reader));
            }
            return asked == 777;
        });
        assertThat(world.bootstrap(0, reader).path("total").asLong()).isEqualTo(777);
        say(users.get(1), topics.get(0), true);
        assertThat(world.http(0).unreadTotal(reader)).isEqualTo(2);
        assertThat(world.http(1).unreadTotal(reader)).isEqualTo(2);
        // A first message between two: the chat is not in the list yet when the message has its number.
        write(users.get(1), reader, true);
        awaitTotal(reader, 3);
        read(reader, "sg_" + GroupWorld.id(topics.get(0)), 2);
        assertThat(world.http(1).unreadTotal(reader)).isEqualTo(1);
        assertThat(world.redis.ttl(key(reader))).isBetween(1L, 300L);
    }

    private void event(int number) {
        Account user = users.get(random.nextInt(3));
        Account peer = users.get((users.indexOf(user) + 1 + random.nextInt(2)) % 3);
        String topic = topics.get(random.nextInt(3));
        boolean ofGroup = random.nextBoolean();
        String conversation = ofGroup ? "sg_" + GroupWorld.id(topic) : user.conversationWith(peer.uid());
        long seq = 1 + random.nextInt(Math.max(1, number / 8));
        switch (random.nextInt(14)) {
            case 0, 1, 2, 3, 4 -> say(user, topic, random.nextInt(5) > 0);
            case 5, 6 -> write(user, peer, random.nextInt(5) > 0);
            case 7, 8 -> read(user, conversation, seq);
            case 9 -> call(user, "POST", conversation + "/messages/" + seq + "/revoke", null);
            case 10 -> call(user, "DELETE", conversation + "/messages/" + seq + "?scope=self", null);
            case 11 -> call(user, "PATCH", conversation, json().put("recv_msg_opt", random.nextInt(3)));
            case 12 ->
                call(user, random.nextBoolean() ? "DELETE" : "PATCH", conversation, json().put("is_pinned", true));
            default -> {
                if (random.nextInt(6) == 0) {
                    call(user, "POST", conversation + "/clear", json());
                } else {
                    comeOrGo(topic);
                }
            }
        }
    }

    /** The owner puts somebody out of the group, and back in. */
    private void comeOrGo(String topic) {
        int owner = topics.indexOf(topic);
        Account other = users.get((owner + 1) % 3);
        if (remove(random.nextInt(2), users.get(owner), topic, other) != 0) {
            add(random.nextInt(2), users.get(owner), topic, other);
        }
    }

    private void say(Account from, String topic, boolean counts) {
        ObjectNode data = json().put("topic", topic);
        send(from, data, counts);
    }

    private void write(Account from, Account to, boolean counts) {
        send(from, json().put("to_uid", to.uid()), counts);
    }

    private void send(Account from, ObjectNode data, boolean counts) {
        data.put("client_msg_id", "c" + System.nanoTime()).put("content_type", 101);
        data.putObject("content").put("text", "hello");
        data.putObject("options").put("unread_count", counts);
        TestClient.await(world.http(random.nextInt(2)).send(from, data), Duration.ofSeconds(15));
    }

    private void read(Account user, String conversation, long seq) {
        call(user, "POST", conversation + "/read", json().put("read_seq", seq));
    }

    /** Whatever comes of it: some are refused, as of what is not there. */
    private void call(Account user, String method, String path, JsonNode body) {
        Response response =
                world.http(random.nextInt(2)).call(method, "/v1/im/conversations/" + path, user.token(), body);
        assertThat(response.status()).isLessThan(500);
        assertThat(DONE.contains(response.status()) || response.status() >= 400).isTrue();
    }

    private void awaitTotal(Account user, long total) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> world.http(0).unreadTotal(user) == total);
    }

    /** Messages between two are in the list once they are stored. */
    private void awaitSum(Account user) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            long sum = sum(user);
            assertThat(world.http(0).unreadTotal(user)).isEqualTo(sum);
            assertThat(world.http(1).unreadTotal(user)).isEqualTo(sum);
        });
    }

    /** Of what is in the list and not set to receive nothing. */
    private long sum(Account user) {
        long sum = 0;
        for (JsonNode one : world.http(1)
                .get("/v1/im/conversations?limit=200", user.token())
                .ok()
                .path("conversations")) {
            if (one.path("recv_msg_opt").asInt() != 1) {
                sum += one.path("unread").asLong();
            }
        }
        return sum;
    }

    private ObjectNode kept(Account user) {
        return Json.read(world.redis.get(key(user)), ObjectNode.class);
    }

    private String key(Account user) {
        return world.key("user:" + user.uid() + ":unread");
    }
}

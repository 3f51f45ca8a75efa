package dev.curlew.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.config.CurlewConfig;
import dev.curlew.node.Chat;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Random histories of a chat against a small model: after each step both users' unread counts are what the rule says. */
class UnreadRuleIT {

    private static final int STEPS = 60;

    private static TestCluster cluster;

    private final List<String> history = new ArrayList<>();
    private Random random;
    private Chat chat;
    private UnreadModel model;
    private TestClient alices;
    private TestClient bobs;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
    }

    private void begin(long seed) {
        random = new Random(seed);
        history.add("seed " + seed);
        chat = Chat.fresh(cluster);
        model = new UnreadModel(chat.alice.uid(), chat.bob.uid());
        alices = cluster.socket(0, chat.alice, "first");
        bobs = cluster.socket(1, chat.bob, "first");
        send(chat.alice, true);
    }

    @AfterEach
    void end() {
        alices.close();
        bobs.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {69, 6_901, 690_001})
    @Requirement("B-069")
    void theCountIsWhatTheRuleSaysAfterEveryStep(long seed) {
        begin(seed);
        for (int i = 0; i < STEPS; i++) {
            step();
            check();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {216, 21_601, 216_001})
    @Requirement({"B-069", "B-071", "B-081", "B-216"})
    void theCountIsRightAgainWhateverRedisLost(long seed) {
        begin(seed);
        for (int i = 0; i < STEPS; i++) {
            step();
            if (random.nextInt(3) == 0) {
                lose();
                // A rise by sending is on its way to the store; until it is there only Redis knew of it.
                Devices.within(10, this::check);
            } else {
                check();
            }
        }
    }

    private void step() {
        Account user = random.nextBoolean() ? chat.alice : chat.bob;
        long seq = 1 + random.nextInt((int) model.head() + 2);
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> send(user, true);
            case 3 -> send(user, false);
            case 4 -> read(user, seq);
            case 5 -> read(user, 0, seq, 1L + random.nextInt((int) model.head()));
            case 6, 7 -> delete(user, seq, "self");
            case 8 -> delete(user, seq, "all");
            case 9 -> revoke(user, seq);
            case 10 -> rarely(user);
            default -> newDevice();
        }
    }

    private void rarely(Account user) {
        if (random.nextInt(3) == 0) {
            note(user, "clear");
            chat.clear(user);
            model.cleared(user.uid());
        } else {
            boolean muted = random.nextBoolean();
            note(user, "muted " + muted);
            chat.settings(user, Json.object().put("recv_msg_opt", muted ? 1 : 0));
            model.muted(user.uid(), muted);
        }
    }

    private void send(Account user, boolean counts) {
        ObjectNode message = Chat.text(chat.peerOf(user), "text " + model.head());
        if (!counts) {
            message.putObject("options").put("unread_count", false);
        }
        long seq = chat.send(user, message);
        note(user, (counts ? "send " : "send uncounted ") + seq);
        model.sent(user.uid(), seq, counts);
    }

    private void read(Account user, long upTo, Long... seqs) {
        note(user, "read " + upTo + " " + List.of(seqs));
        JsonNode reply = chat.read(user, upTo, seqs);
        model.read(user.uid(), upTo);
        assertThat(reply.path("unread").asLong(-1)).as(history.toString()).isEqualTo(model.unread(user.uid()));
    }

    private void delete(Account user, long seq, String scope) {
        TestHttp.Response answer = chat.call(user, "DELETE", "/messages/" + seq + "?scope=" + scope, null);
        note(user, "delete " + seq + " " + scope + ": " + answer.status());
        assertThat(answer.status()).isIn(200, 403, 404);
        for (JsonNode gone : answer.body().path("seqs")) {
            if (scope.equals("all")) {
                model.goneForAll(gone.asLong());
            } else {
                model.deleted(user.uid(), gone.asLong());
            }
        }
    }

    private void revoke(Account user, long seq) {
        TestHttp.Response answer = chat.call(user, "POST", "/messages/" + seq + "/revoke", null);
        note(user, "revoke " + seq + ": " + answer.status());
        assertThat(answer.status()).isIn(200, 403, 404);
        if (answer.status() == 200) {
            model.goneForAll(seq);
        }
    }

    private void newDevice() {
        history.add("new devices");
        end();
        alices = cluster.socket(random.nextInt(2), chat.alice, "device " + history.size());
        bobs = cluster.socket(random.nextInt(2), chat.bob, null);
    }

    private void lose() {
        String at = "{" + chat.id + "}";
        List<String> keys = new ArrayList<>(List.of("HEAD:" + at, "UNCOUNTED:" + at));
        for (Account user : List.of(chat.alice, chat.bob)) {
            keys.add("UNCOUNTED:" + at + ":" + user.uid());
            keys.add("SEQ_USER_READ:" + at + ":" + user.uid());
        }
        keys.removeIf(key -> random.nextBoolean());
        history.add("lose " + keys);
        CurlewConfig config = cluster.config(0);
        String[] redisAt = config.redis().addr().split(":");
        try (Jedis redis = new Jedis(redisAt[0], Integer.parseInt(redisAt[1]))) {
            redis.select(config.redis().db());
            keys.forEach(key -> redis.del("im:demo:" + key));
        }
    }

    private void check() {
        check(chat.alice, alices);
        check(chat.bob, bobs);
    }

    private void check(Account user, TestClient device) {
        String steps = user.name() + " after " + history;
        JsonNode standing =
                device.call("seqs", Json.object()).path("conversations").path(0);
        for (JsonNode told : List.of(standing, chat.listed(user))) {
            assertThat(told.path("unread").asLong(-1)).as(steps).isEqualTo(model.unread(user.uid()));
            assertThat(told.path("max_seq").asLong()).as(steps).isEqualTo(model.head());
            assertThat(told.path("read_seq").asLong()).as(steps).isEqualTo(model.readSeq(user.uid()));
        }
        assertThat(cluster.http(random.nextInt(2)).unreadTotal(user)).as(steps).isEqualTo(model.total(user.uid()));
    }

    private void note(Account user, String what) {
        history.add((user == chat.alice ? "alice: " : "bob: ") + what);
    }
}

package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.ReplyCodes;
import dev.curlew.client.SocketEnded;
import dev.curlew.client.TestClient;
import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * The same {@code client_msg_id} again in every way a client may come to send it, to another user and to a group. The checker wants one
 * message each.
 */
final class SameIdAgain implements Fault {

    @Override
    public int number() {
        return 14;
    }

    @Override
    public String name() {
        return "the same client id again";
    }

    @Override
    public void inject(Env env, Random random) {
        Account[] pair = env.freshPair();
        again(env, pair[0], Talk.of(pair), random);
        again(env, pair[0], env.load().freshGroup(List.of(pair), 50), random);
    }

    private static void again(Env env, Account sender, Talk talk, Random random) {
        String prefix = "again-" + talk.conversationId() + "-";
        for (int i = 0; i < 5; i++) {
            inSequence(env, sender, talk.message(prefix + "sequence-" + i, sender));
            inParallel(env, sender, talk.message(prefix + "parallel-" + i, sender));
            answerCutOff(env, sender, talk.message(prefix + "cut-" + i, sender), random);
        }
        afterKill(env, sender, talk.message(prefix + "kill", sender), random);
    }

    private static TestClient connect(Env env, Account account, int node) {
        List<String> urls = env.stack().urls();
        TestClient client = TestClient.connect(urls.get(node % urls.size()), "again", env.journal());
        client.login(account.token(), 1, null, false);
        return client.autoPing(Duration.ofSeconds(1));
    }

    private static void inSequence(Env env, Account sender, ObjectNode data) {
        for (int node = 0; node < 2; node++) {
            try (TestClient client = connect(env, sender, node)) {
                for (int i = 0; i < 3; i++) {
                    TestClient.await(client.request("send", data), TestClient.PATIENCE);
                }
            }
        }
        untilAcknowledged(env, sender, 0, data);
    }

    private static void inParallel(Env env, Account sender, ObjectNode data) {
        List<TestClient> sockets = List.of(connect(env, sender, 0), connect(env, sender, 1));
        List<CompletableFuture<JsonNode>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            answers.add(sockets.get(i % 2).request("send", data));
        }
        answers.forEach(answer -> TestClient.await(answer, TestClient.PATIENCE));
        sockets.forEach(TestClient::close);
        untilAcknowledged(env, sender, 0, data);
    }

    private static void answerCutOff(Env env, Account sender, ObjectNode data, Random random) {
        int node = random.nextInt(2);
        TestClient client = connect(env, sender, node);
        client.request("send", data);
        client.cut();
        untilAcknowledged(env, sender, node + 1, data);
        untilAcknowledged(env, sender, node, data);
    }

    private static void afterKill(Env env, Account sender, ObjectNode data, Random random) {
        int victim = random.nextInt(env.stack().nodes().size());
        TestClient client = connect(env, sender, victim);
        client.request("send", data);
        Pause.millis(random.nextInt(20));
        env.stack().nodes().get(victim).kill();
        untilAcknowledged(env, sender, victim + 1, data);
        env.startAllNodes();
        untilAcknowledged(env, sender, victim, data);
    }

    /** A correct client's way: again and again under the same id until there is a place. */
    private static void untilAcknowledged(Env env, Account account, int node, ObjectNode data) {
        boolean done = Pause.until(Duration.ofSeconds(40), () -> {
            try (TestClient client = connect(env, account, node)) {
                JsonNode reply = TestClient.await(client.request("send", data), TestClient.PATIENCE);
                int code = reply.path("code").asInt(-1);
                boolean queued = code == 0 && reply.path("data").path("seq").asLong() == 0;
                return !queued && !ReplyCodes.tryAgain(code);
            } catch (SocketEnded | IllegalStateException notNow) {
                return false;
            }
        });
        if (!done) {
            env.journal().add(new Entry.Stuck("no place within 40 s: " + data.path("client_msg_id")));
        }
    }
}

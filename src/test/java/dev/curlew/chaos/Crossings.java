package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.List;

/** Whether a message sent on one node is seen live on each other one. */
final class Crossings {

    private static final Duration EACH = Duration.ofSeconds(2);

    private final Journal journal;
    private final Talk talk;
    private final Account[] pair;
    private int messages;

    /** @param pair two who are in that conversation */
    Crossings(Journal journal, Talk talk, Account[] pair) {
        this.journal = journal;
        this.talk = talk;
        this.pair = pair;
    }

    /** Tries every direction until it works. @param time longest for each */
    void run(List<NodeProcess> nodes, Duration time) {
        for (NodeProcess from : nodes) {
            for (NodeProcess to : nodes) {
                if (from != to) {
                    journal.add(new Entry.Crossing(from.id(), to.id(), cross(from.url(), to.url(), time)));
                }
            }
        }
    }

    private long cross(String from, String to, Duration time) {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        while (System.nanoTime() < end) {
            try (TestClient receiver = TestClient.connect(to, "crossing", journal);
                    TestClient sender = TestClient.connect(from, "crossing", journal)) {
                receiver.login(pair[1].token(), 1, null, false);
                sender.login(pair[0].token(), 1, null, false);
                while (System.nanoTime() < end) {
                    if (arrives(sender, receiver)) {
                        return Duration.ofNanos(System.nanoTime() - start).toMillis();
                    }
                }
            } catch (RuntimeException notYet) {
                Pause.millis(200);
            }
        }
        return -1;
    }

    private boolean arrives(TestClient sender, TestClient receiver) {
        String id = "crossing-" + talk.conversationId() + "-" + ++messages;
        sender.request("send", talk.message(id, pair[0]));
        JsonNode seen;
        do {
            seen = receiver.awaitEvent("message", EACH);
        } while (seen != null && !seen.path("client_msg_id").asText().equals(id));
        return seen != null;
    }
}

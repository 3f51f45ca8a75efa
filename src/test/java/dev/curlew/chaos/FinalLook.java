package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import dev.curlew.client.ChangesSeen;
import dev.curlew.client.Page;
import dev.curlew.client.ReplyException;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.client.Timeline;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads everything once more when all is quiet, over HTTP and on every node, and writes it into the journal. */
final class FinalLook {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** A conversation without a message. */
    private static final int NOTHING_THERE = 40400;

    private final List<String> urls;
    private final Journal journal;
    private int turn;

    FinalLook(List<String> urls, Journal journal) {
        this.urls = urls;
        this.journal = journal;
    }

    /** Pulls a whole conversation as one member. @return its head */
    long history(Account reader, String conversationId) {
        TestHttp http = new TestHttp(urls.get(turn++ % urls.size()), journal);
        List<SeenMessage> messages = new ArrayList<>();
        long end = System.nanoTime() + PATIENCE.toNanos();
        Timeline known = new Timeline();
        long head = -1;
        long from = 1;
        while ((known.cursor() < head || head < 0) && System.nanoTime() < end) {
            try {
                long before = known.cursor();
                Page page = http.pull(reader, conversationId, before, 200);
                head = page.maxSeq();
                from = page.minSeq();
                known.add(page);
                if (known.cursor() > before) {
                    messages.addAll(page.messages());
                } else {
                    Pause.millis(200);
                }
            } catch (ReplyException | IllegalStateException notNow) {
                Pause.millis(200);
            }
        }
        boolean complete = head >= 0 && known.cursor() >= head;
        journal.history(new Entry.History(reader.uid(), conversationId, messages, complete, from, head));
        return head;
    }

    /** Asks for all changes of a conversation as one member, which also finishes what somebody left half-way. @return the newest number */
    long changes(Account reader, String conversationId) {
        TestHttp http = new TestHttp(urls.get(turn++ % urls.size()), journal);
        long[] version = new long[1];
        boolean[] more = {true};
        boolean done = Pause.until(PATIENCE, () -> {
            try {
                while (more[0]) {
                    ChangesSeen page = http.changes(reader, conversationId, version[0]);
                    version[0] = page.version();
                    more[0] = page.hasMore();
                }
            } catch (ReplyException e) {
                more[0] = e.code() != NOTHING_THERE;
            } catch (IllegalStateException notNow) {
                // Asked again until it works.
            }
            return !more[0];
        });
        if (!done) {
            journal.add(new Entry.Stuck("no changes of " + conversationId + " for " + reader.uid()));
        }
        return version[0];
    }

    /** What each node says about every conversation. */
    void unread(List<Account> users) {
        for (String url : urls) {
            users.forEach(user -> unread(url, user));
        }
    }

    private void unread(String url, Account user) {
        try (TestClient client = TestClient.connect(url, "look", journal)) {
            client.login(user.token(), 1, "look", false);
            for (JsonNode one : client.call("seqs", Json.object()).path("conversations")) {
                journal.add(new Entry.Unread(
                        user.uid(),
                        one.path("conversation_id").asText(),
                        url,
                        one.path("read_seq").asLong(),
                        one.path("unread").asLong()));
            }
        } catch (RuntimeException e) {
            journal.add(new Entry.Stuck("seqs on " + url + ": " + e));
        }
    }

    /** Presence may take its time to be true; what it is then is written down. */
    void presence(List<Account> users, String expected, Duration time) {
        for (String url : urls) {
            TestHttp http = new TestHttp(url);
            for (Account user : users) {
                String[] seen = new String[1];
                Pause.until(time, () -> {
                    try {
                        seen[0] = http.presence(user, user.uid());
                    } catch (RuntimeException e) {
                        seen[0] = e.toString();
                    }
                    return expected.equals(seen[0]);
                });
                journal.add(new Entry.Presence(user.uid(), url, expected, seen[0]));
            }
        }
    }
}

package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.ClientObserver;
import dev.curlew.client.FollowClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Everything observed in one round, in one order. */
public final class Journal implements ClientObserver {

    private final List<Line> lines = new ArrayList<>();

    /** @param index place in the journal
     * @param millis time since some start */
    public record Line(int index, long millis, Entry entry) {}

    public void add(Entry entry) {
        add(System.nanoTime() / 1_000_000, entry);
    }

    public synchronized void add(long millis, Entry entry) {
        lines.add(new Line(lines.size(), millis, entry));
        notifyAll();
    }

    /** Waits for something to be observed from a line on. @return whether it was in time */
    synchronized boolean await(int from, Predicate<Entry> wanted, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        int next = from;
        while (true) {
            while (next < lines.size()) {
                if (wanted.test(lines.get(next++).entry())) {
                    return true;
                }
            }
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    synchronized int size() {
        return lines.size();
    }

    public synchronized List<Line> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void connected(String session, String url) {
        add(new Entry.Connected(session, url));
    }

    @Override
    public void opened(String session, long uid, String node) {
        add(new Entry.Opened(session, uid, node));
    }

    @Override
    public void request(String session, long uid, String id, String op, JsonNode data) {
        add(new Entry.Request(session, uid, id, op, data));
    }

    @Override
    public void reply(String session, String id, JsonNode reply) {
        add(new Entry.Reply(session, id, reply));
    }

    @Override
    public void event(String session, long uid, String name, JsonNode data) {
        add(new Entry.Event(session, uid, name, data));
    }

    @Override
    public void closed(String session, int code) {
        add(new Entry.Closed(session, code));
    }

    /** That client followed a conversation to its end. */
    void follower(FollowClient client, String conversationId) {
        long uid = client.account().uid();
        add(new Entry.Follower(client.name(), uid));
        add(new Entry.Known(client.name(), uid, conversationId, client.messages(conversationId)));
    }

    void history(Entry.History history) {
        add(history.with(List.copyOf(history.messages())));
    }
}

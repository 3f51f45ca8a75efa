package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.ClientObserver;
import dev.curlew.client.SeenMessage;
import java.util.ArrayList;
import java.util.List;

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
    }

    public synchronized List<Line> lines() {
        return List.copyOf(lines);
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

    public void history(long uid, String conversationId, List<SeenMessage> messages, boolean complete) {
        add(new Entry.History(uid, conversationId, List.copyOf(messages), complete));
    }
}

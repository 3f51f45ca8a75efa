package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.SeenMessage;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A small journal without fault, to plant violations in: user 1 sends four messages, user 2 one, both change one and see all. */
final class Sample {

    static final String CONVERSATION = "si_1_2";
    static final String A = "a/1";
    static final String B = "b/2";

    /** Long after everything else, yet within the time an answer may take. */
    private static final long STEP_MS = 10;

    /** Entries of the two logins. */
    private static final int LOGINS = 4;

    private record Timed(long millis, Entry entry) {}

    private final List<Timed> entries = new ArrayList<>();

    static Sample clean() {
        Sample sample = new Sample();
        sample.add(new Entry.Opened(A, 1, "n1"));
        sample.add(new Entry.Opened(B, 2, "n2"));
        sample.add(new Entry.Connected(A, "n1"));
        sample.add(new Entry.Connected(B, "n2"));
        for (int i = 1; i <= 4; i++) {
            sample.add(send(A, 1, "r" + i, "m" + i));
        }
        for (int i = 1; i <= 4; i++) {
            sample.add(ack(A, "r" + i, 1, "m" + i, i, false));
            sample.add(event(B, 2, message("m" + i, 1, i)));
        }
        sample.add(send(B, 2, "r1", "m5"));
        sample.add(ack(B, "r1", 2, "m5", 5, false));
        sample.add(event(A, 1, message("m5", 2, 5)));
        sample.add(pull(A, 1, "p1", 0));
        sample.add(page(
                A,
                "p1",
                5,
                List.of(),
                message("m1", 1, 1),
                message("m2", 1, 2),
                message("m3", 1, 3),
                message("m4", 1, 4),
                message("m5", 2, 5)));
        sample.add(pull(B, 2, "p2", 4));
        sample.add(page(B, "p2", 5, List.of(), message("m5", 2, 5)));
        sample.addAll(seqs(B, 2, "s1", 5, 5));
        SampleChanges.add(sample);
        List<SeenMessage> history = SampleChanges.messages();
        sample.add(new Entry.History(1, CONVERSATION, history, true));
        sample.add(new Entry.History(2, CONVERSATION, history, true));
        sample.add(new Entry.Follower("a", 1));
        sample.add(new Entry.Follower("b", 2));
        sample.add(new Entry.Known("a", 1, CONVERSATION, history));
        sample.add(new Entry.Known("b", 2, CONVERSATION, history));
        sample.add(new Entry.Unread(1, CONVERSATION, "n1", 4, 0));
        sample.add(new Entry.Unread(2, CONVERSATION, "n2", 5, 0));
        sample.add(new Entry.Presence(1, "n1", "online", "online"));
        stopsAndStands(sample);
        SampleGroup.add(sample);
        return sample;
    }

    /** Whether that is somebody's history of the chat between the two. */
    static boolean of(Entry.History history, long uid) {
        return history.uid() == uid && history.conversationId().equals(CONVERSATION);
    }

    /** A node that stops with a word, one that stands still for long, and a user whose right ends: all as it should be. */
    private static void stopsAndStands(Sample sample) {
        sample.add(new Entry.Connected("c/3", "n3")).add(new Entry.Opened("c/3", 3, "n3"));
        sample.add(new Entry.Stopping("n3")).add(new Entry.Closed("c/3", 1012)).add(new Entry.Stopped("n3"));
        sample.add(new Entry.Connected("d/4", "n4")).add(new Entry.Request("d/4", 3, "1", "ping", Json.object()));
        sample.add(new Entry.Frozen("n4")).addAfter(2 * AnswerChecks.LIMIT_MS, new Entry.Thawed("n4"));
        sample.add(new Entry.Closed("d/4", 1006));
        sample.add(new Entry.Connected("e/5", "n4")).add(new Entry.Revoked(3, "e"));
        sample.add(new Entry.Request("e/5", 3, "1", "ping", Json.object()));
        sample.addAfter(2 * SessionChecks.REVOKED_WITHIN_MS, refusal("e/5", "1", 40102));
        sample.add(new Entry.Closed("e/5", 4410)).add(new Entry.Restored(3));
        sample.add(new Entry.Bystander("ping", 3))
                .add(new Entry.Crossing("n1", "n2", 20))
                .add(new Entry.Latency("others", 2, 100))
                .add(new Entry.Slow("z", true))
                .add(new Entry.Lag("readers", 0));
    }

    Journal journal() {
        Journal journal = new Journal();
        entries.forEach(one -> journal.add(one.millis(), one.entry()));
        return journal;
    }

    Sample add(Entry entry) {
        return addAfter(STEP_MS, entry);
    }

    Sample addAll(List<Entry> more) {
        more.forEach(this::add);
        return this;
    }

    Sample addAfter(long millis, Entry entry) {
        long last = entries.isEmpty() ? 0 : entries.get(entries.size() - 1).millis();
        entries.add(new Timed(last + millis, entry));
        return this;
    }

    /** Puts entries right after the two logins. */
    Sample early(List<Entry> more) {
        for (int i = 0; i < more.size(); i++) {
            entries.add(LOGINS + i, new Timed(entries.get(LOGINS - 1).millis(), more.get(i)));
        }
        return this;
    }

    Sample remove(Predicate<Entry> which) {
        entries.removeIf(one -> which.test(one.entry()));
        return this;
    }

    /** Replaces every matching entry. */
    <T extends Entry> Sample change(Class<T> type, Predicate<T> which, UnaryOperator<T> change) {
        entries.replaceAll(one -> type.isInstance(one.entry()) && which.test(type.cast(one.entry()))
                ? new Timed(one.millis(), change.apply(type.cast(one.entry())))
                : one);
        return this;
    }

    Sample swap(Predicate<Entry> one, Predicate<Entry> other) {
        int i = find(one);
        int j = find(other);
        Timed first = entries.get(i);
        Timed second = entries.get(j);
        entries.set(i, new Timed(first.millis(), second.entry()));
        entries.set(j, new Timed(second.millis(), first.entry()));
        return this;
    }

    private int find(Predicate<Entry> which) {
        for (int i = 0; i < entries.size(); i++) {
            if (which.test(entries.get(i).entry())) {
                return i;
            }
        }
        throw new IllegalStateException("The sample has no such entry");
    }

    static ObjectNode message(String clientMsgId, long sender, long seq) {
        return message(CONVERSATION, clientMsgId, sender, seq);
    }

    static ObjectNode message(String conversationId, String clientMsgId, long sender, long seq) {
        ObjectNode message = Json.object()
                .put("conversation_id", conversationId)
                .put("seq", seq)
                .put("client_msg_id", clientMsgId)
                .put("server_msg_id", "srv-" + clientMsgId)
                .put("send_uid", sender)
                .put("content_type", 101)
                .put("send_time", 1000 + seq)
                .put("status", SeenMessage.STORED)
                .put("version", 0);
        message.putObject("content").put("text", "text of " + clientMsgId);
        return message;
    }

    static Entry send(String session, long uid, String id, String clientMsgId) {
        return send(session, uid, id, clientMsgId, Json.object().put("to_uid", 3 - uid));
    }

    static Entry send(String session, long uid, String id, String clientMsgId, ObjectNode data) {
        data.put("client_msg_id", clientMsgId).putObject("content").put("text", "text of " + clientMsgId);
        return new Entry.Request(session, uid, id, "send", data);
    }

    static Entry ack(String session, String id, long sender, String clientMsgId, long seq, boolean duplicate) {
        ObjectNode data = message(clientMsgId, sender, seq).put("duplicate", duplicate);
        if (seq == 0) {
            data.put("queued", true);
        }
        return reply(session, id, data);
    }

    static Entry refusal(String session, String id, int code) {
        return new Entry.Reply(session, id, Json.object().put("id", id).put("code", code));
    }

    static Entry event(String session, long uid, JsonNode message) {
        return new Entry.Event(session, uid, "message", message);
    }

    static Entry pull(String session, long uid, String id, long after) {
        ObjectNode data = Json.object().put("conversation_id", CONVERSATION).put("after_seq", after);
        return new Entry.Request(session, uid, id, "pull", data);
    }

    static Entry page(String session, String id, long head, List<Long> absent, ObjectNode... messages) {
        ObjectNode data = Json.object().put("min_seq", 1).put("max_seq", head);
        ArrayNode list = data.putArray("messages");
        for (ObjectNode message : messages) {
            list.add(message);
        }
        ArrayNode ranges = data.putArray("absent");
        absent.forEach(seq -> ranges.addArray().add(seq).add(seq));
        return reply(session, id, data);
    }

    static List<Entry> seqs(String session, long uid, String id, long head, long read) {
        ObjectNode data = Json.object();
        data.putArray("conversations")
                .addObject()
                .put("conversation_id", CONVERSATION)
                .put("max_seq", head)
                .put("read_seq", read);
        return List.of(new Entry.Request(session, uid, id, "seqs", Json.object()), reply(session, id, data));
    }

    static Entry reply(String session, String id, JsonNode data) {
        return new Entry.Reply(
                session, id, Json.object().put("id", id).put("code", 0).set("data", data));
    }
}

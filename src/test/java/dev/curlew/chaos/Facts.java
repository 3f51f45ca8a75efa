package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Page;
import dev.curlew.client.SeenMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A journal put in the order the checks need. */
final class Facts {

    /** One attempt to send. {@code reply} is null when none came; {@code answered} is its line. */
    record Attempt(
            int line,
            String session,
            long uid,
            String conversationId,
            String clientMsgId,
            JsonNode data,
            JsonNode reply,
            int answered) {

        int code() {
            return reply == null ? -1 : reply.path("code").asInt(-1);
        }

        JsonNode ack() {
            return reply.path("data");
        }

        boolean acknowledged() {
            return code() == 0;
        }

        boolean placed() {
            return acknowledged() && ack().path("seq").asLong() > 0;
        }

        Key key() {
            return new Key(uid, conversationId, clientMsgId);
        }
    }

    /** What makes a message the same message. */
    record Key(long uid, String conversationId, String clientMsgId) {}

    /** A message seen by somebody. */
    record Sighting(int line, String session, long uid, boolean event, SeenMessage message) {}

    record PageSeen(int asked, int line, long uid, String conversationId, JsonNode request, Page page) {}

    /** A head or read position as told; {@code asked} is the line of the question, -1 when nobody asked. */
    record Level(int asked, int line, String of, long value, String by) {}

    final List<Journal.Line> lines;
    final List<Attempt> attempts = new ArrayList<>();
    final Map<Key, List<Attempt>> byKey = new LinkedHashMap<>();
    final List<Sighting> sightings = new ArrayList<>();
    final List<PageSeen> pages = new ArrayList<>();
    final List<Level> heads = new ArrayList<>();
    final List<Level> readPositions = new ArrayList<>();
    final List<Entry.History> histories = new ArrayList<>();
    final Map<Key, String> rejected = new HashMap<>();
    final ChangeFacts changes;
    final Memberships memberships;
    private final Map<String, Entry.History> historyOf = new HashMap<>();
    private final Map<Key, Memberships.Span> spans = new HashMap<>();

    private record Asked(int line, Entry.Request request) {}

    private record Answered(int line, JsonNode reply) {}

    Facts(Journal journal) {
        lines = journal.lines();
        changes = new ChangeFacts(lines);
        memberships = new Memberships(lines);
        Map<String, Asked> asked = new LinkedHashMap<>();
        Map<String, Answered> replies = new HashMap<>();
        for (Journal.Line line : lines) {
            if (line.entry() instanceof Entry.Request request) {
                asked.put(request.session() + "#" + request.id(), new Asked(line.index(), request));
            } else if (line.entry() instanceof Entry.Reply reply) {
                String key = reply.session() + "#" + reply.id();
                replies.putIfAbsent(key, new Answered(line.index(), reply.reply()));
                if (asked.containsKey(key)) {
                    answered(line.index(), asked.get(key), reply.reply());
                }
            } else if (line.entry() instanceof Entry.Event event) {
                event(line.index(), event);
            } else if (line.entry() instanceof Entry.History history) {
                histories.add(history);
                historyOf.putIfAbsent(history.uid() + " " + history.conversationId(), history);
            }
        }
        Answered none = new Answered(Integer.MAX_VALUE, null);
        asked.forEach((key, question) -> attempt(question, replies.getOrDefault(key, none)));
        attempts.forEach(one ->
                byKey.computeIfAbsent(one.key(), key -> new ArrayList<>()).add(one));
    }

    /** The history of a conversation as that member pulled it; null when it was not. */
    Entry.History history(long uid, String conversationId) {
        return historyOf.get(uid + " " + conversationId);
    }

    /** When a message was said. */
    Memberships.Span span(Key key) {
        return spans.computeIfAbsent(key, ignored -> {
            int from = byKey.get(key).stream().mapToInt(Attempt::line).min().orElse(0);
            int to = byKey.get(key).stream()
                    .filter(Attempt::placed)
                    .mapToInt(Attempt::answered)
                    .min()
                    .orElse(Integer.MAX_VALUE);
            return new Memberships.Span(from, to);
        });
    }

    static String client(String session) {
        return session.substring(0, session.lastIndexOf('/'));
    }

    private static String conversation(Entry.Request send) {
        String topic = send.data().path("topic").asText();
        if (!topic.isEmpty()) {
            return topic.replace("grp_", "sg_");
        }
        long peer = send.data().path("to_uid").asLong();
        return "si_" + Math.min(send.uid(), peer) + "_" + Math.max(send.uid(), peer);
    }

    private void attempt(Asked question, Answered answer) {
        Entry.Request request = question.request();
        if (request.op().equals("send")) {
            String conversationId = conversation(request);
            String clientMsgId = request.data().path("client_msg_id").asText();
            attempts.add(new Attempt(
                    question.line(),
                    request.session(),
                    request.uid(),
                    conversationId,
                    clientMsgId,
                    request.data(),
                    answer.reply(),
                    answer.line()));
        }
    }

    private void answered(int line, Asked question, JsonNode reply) {
        if (reply.path("code").asInt(-1) != 0) {
            return;
        }
        Entry.Request request = question.request();
        JsonNode data = reply.path("data");
        switch (request.op()) {
            case "pull" -> {
                String conversationId = request.data().path("conversation_id").asText();
                Page page = Page.of(data);
                pages.add(new PageSeen(question.line(), line, request.uid(), conversationId, request.data(), page));
                page.messages()
                        .forEach(
                                one -> sightings.add(new Sighting(line, request.session(), request.uid(), false, one)));
                head(
                        question.line(),
                        line,
                        request.uid(),
                        conversationId,
                        page.maxSeq(),
                        "page of " + request.session());
            }
            case "send" ->
                heads.add(new Level(
                        -1,
                        line,
                        data.path("conversation_id").asText(),
                        data.path("seq").asLong(),
                        (data.path("duplicate").asBoolean() ? "duplicate ack to " : "ack to ") + request.session()));
            case "seqs", "ping" ->
                levels(question.line(), line, request.uid(), data, request.op() + " of " + request.session());
            case "read" ->
                readPositions.add(new Level(
                        question.line(),
                        line,
                        request.uid() + " in "
                                + request.data().path("conversation_id").asText(),
                        data.path("read_seq").asLong(),
                        "read by " + request.session()));
            default -> {
                // Nothing to compare.
            }
        }
    }

    private void event(int line, Entry.Event event) {
        if (event.name().equals("message")) {
            SeenMessage message = SeenMessage.of(event.data());
            sightings.add(new Sighting(line, event.session(), event.uid(), true, message));
            heads.add(new Level(-1, line, message.conversationId(), message.seq(), "event to " + event.session()));
        } else if (event.name().equals("sync")) {
            levels(-1, line, event.uid(), event.data(), "sync to " + event.session());
        } else if (event.name().equals("send_rejected")) {
            String id = event.data().path("client_msg_id").asText();
            rejected.put(
                    new Key(event.uid(), "", id), event.data().path("error").asText());
        }
    }

    /** Who is out of a group is told where it stood then. */
    private void head(int asked, int line, long uid, String conversationId, long seq, String by) {
        boolean askedIn = asked < 0 || memberships.in(uid, conversationId, asked);
        if (askedIn && memberships.in(uid, conversationId, line)) {
            heads.add(new Level(asked, line, conversationId, seq, by));
        }
    }

    private void levels(int asked, int line, long uid, JsonNode data, String by) {
        for (JsonNode one : data.path("conversations")) {
            String conversationId = one.path("conversation_id").asText();
            head(asked, line, uid, conversationId, one.path("max_seq").asLong(), by);
            if (one.has("read_seq")) {
                readPositions.add(new Level(
                        asked,
                        line,
                        uid + " in " + conversationId,
                        one.path("read_seq").asLong(),
                        by));
            }
        }
    }
}

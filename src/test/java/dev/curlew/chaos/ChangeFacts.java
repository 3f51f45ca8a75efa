package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.ChangesSeen;
import dev.curlew.client.SeenChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a journal says of revokes and edits: who asked for them, what was answered, and who was told. */
final class ChangeFacts {

    private static final Set<String> OPS = Set.of("revoke", "edit");

    /** A message by its place. */
    record Place(String conversationId, long seq) {}

    /** One attempt to revoke or edit. {@code reply} is null when none came, and {@code answered} then -1. */
    record Attempt(
            int line, int answered, String session, long uid, String op, Place place, JsonNode data, JsonNode reply) {

        int code() {
            return reply == null ? -1 : reply.path("code").asInt(-1);
        }

        boolean acknowledged() {
            return code() == 0;
        }

        boolean revokes() {
            return op.equals("revoke");
        }

        /** The version a success gave the message. */
        long version() {
            return reply.path("data").path("version").asLong();
        }

        /** Whether the change may have been made. */
        boolean mayHold() {
            return AckChecks.UNKNOWN_OUTCOME.contains(code());
        }
    }

    /** A change somebody was told of. @param event by itself, not by an answer */
    record Told(int line, String session, long uid, boolean event, SeenChange change) {}

    /** An answer to {@code changes}. */
    record Answer(int asked, int line, String session, long after, String conversationId, ChangesSeen page) {}

    final List<Attempt> attempts = new ArrayList<>();
    final Map<Place, List<Attempt>> byPlace = new HashMap<>();
    final List<Told> told = new ArrayList<>();
    final List<Answer> answers = new ArrayList<>();
    final List<Entry.Known> known = new ArrayList<>();

    private record Asked(int line, Entry.Request request) {}

    ChangeFacts(List<Journal.Line> lines) {
        Map<String, Asked> open = new LinkedHashMap<>();
        for (Journal.Line line : lines) {
            if (line.entry() instanceof Entry.Request request) {
                if (OPS.contains(request.op()) || request.op().equals("changes")) {
                    open.put(request.session() + "#" + request.id(), new Asked(line.index(), request));
                }
            } else if (line.entry() instanceof Entry.Reply reply) {
                Asked question = open.remove(reply.session() + "#" + reply.id());
                if (question != null) {
                    answered(line.index(), question, reply.reply());
                }
            } else if (line.entry() instanceof Entry.Event event) {
                event(line.index(), event);
            } else if (line.entry() instanceof Entry.Known one) {
                known.add(one);
            }
        }
        open.values().stream()
                .filter(question -> OPS.contains(question.request().op()))
                .forEach(question -> attempt(-1, question, null));
        attempts.forEach(one ->
                byPlace.computeIfAbsent(one.place(), place -> new ArrayList<>()).add(one));
    }

    private void answered(int line, Asked question, JsonNode reply) {
        if (OPS.contains(question.request().op())) {
            attempt(line, question, reply);
        } else if (reply.path("code").asInt(-1) == 0) {
            Entry.Request request = question.request();
            String conversationId = request.data().path("conversation_id").asText();
            ChangesSeen page = ChangesSeen.of(conversationId, reply.path("data"));
            long after = request.data().path("after_version").asLong();
            answers.add(new Answer(question.line(), line, request.session(), after, conversationId, page));
            page.changes().forEach(change -> told.add(new Told(line, request.session(), request.uid(), false, change)));
        }
    }

    private void attempt(int line, Asked question, JsonNode reply) {
        Entry.Request request = question.request();
        JsonNode data = request.data();
        Place place = new Place(
                data.path("conversation_id").asText(), data.path("seq").asLong());
        attempts.add(
                new Attempt(question.line(), line, request.session(), request.uid(), request.op(), place, data, reply));
    }

    private void event(int line, Entry.Event event) {
        if (event.name().equals(SeenChange.REVOKED) || event.name().equals(SeenChange.EDITED)) {
            String conversationId = event.data().path("conversation_id").asText();
            SeenChange change = SeenChange.of(conversationId, event.name(), event.data());
            told.add(new Told(line, event.session(), event.uid(), true, change));
        }
    }
}

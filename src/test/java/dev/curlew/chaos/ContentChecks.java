package dev.curlew.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.chaos.ChangeFacts.Place;
import dev.curlew.client.SeenChange;
import dev.curlew.client.SeenMessage;
import dev.curlew.protocol.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who saw what: one message a number, one content a version of it, as it was sent or edited or taken back by its sender, to its members
 * only (I3, I5, I10).
 */
final class ContentChecks {

    /** What the server says by itself. */
    private static final String NOTIFICATIONS = "n_";

    private record Version(Place place, long version) {}

    private record State(int status, JsonNode content) {}

    private final Facts facts;
    private final Checker.Report report;
    private final Map<Place, SeenMessage> first = new HashMap<>();
    private final Map<Version, State> states = new HashMap<>();
    private final Set<String> reported = new HashSet<>();

    private ContentChecks(Facts facts, Checker.Report report) {
        this.facts = facts;
        this.report = report;
    }

    static void run(Facts facts, Checker.Report report) {
        ContentChecks checks = new ContentChecks(facts, report);
        for (Entry.History history : facts.histories) {
            history.messages().forEach(message -> checks.look(history.uid(), message));
        }
        facts.sightings.forEach(one -> checks.look(one.uid(), one.message()));
        facts.changes.told.forEach(one -> checks.look(one.uid(), one.change()));
        facts.histories.forEach(checks::foreignHistory);
    }

    private void look(long uid, SeenMessage message) {
        String conversationId = message.conversationId();
        if (!facts.memberships.member(uid, conversationId)) {
            once(Finding.Kind.FOREIGN_DATA, uid + " saw " + conversationId + " " + message.seq());
            return;
        }
        if (conversationId.startsWith(NOTIFICATIONS)) {
            return;
        }
        Place place = new Place(conversationId, message.seq());
        State state = new State(message.status(), message.content());
        Facts.Key key = new Facts.Key(message.sendUid(), conversationId, message.clientMsgId());
        List<Facts.Attempt> attempts = facts.byKey.get(key);
        if (attempts != null && !facts.memberships.maySee(uid, conversationId, facts.span(key))) {
            once(Finding.Kind.BEYOND_BOUND, uid + " saw " + place + " " + message.clientMsgId());
        }
        if (attempts == null) {
            once(Finding.Kind.UNKNOWN_MESSAGE, place + " " + message.clientMsgId());
        } else if (message.version() > 0) {
            changed(place, message.sendUid(), state);
        } else if (message.status() != SeenMessage.STORED
                || !attempts.get(0).data().path("content").equals(message.content())) {
            once(Finding.Kind.CONTENT_CHANGED, place + " " + message.clientMsgId());
        }
        if (message.seq() > 0) {
            SeenMessage known = first.putIfAbsent(place, message);
            if (known != null && !identity(known).equals(identity(message))) {
                once(Finding.Kind.TWO_CONTENTS, place + ": " + known + " and " + message);
            }
            state(new Version(place, message.version()), state);
        }
    }

    private void look(long uid, SeenChange change) {
        if (!facts.memberships.member(uid, change.conversationId())) {
            once(Finding.Kind.FOREIGN_DATA, uid + " saw " + change.kind() + " in " + change.conversationId());
        } else if (change.seq() > 0) {
            Place place = new Place(change.conversationId(), change.seq());
            State state = new State(change.status(), change.content());
            changed(place, change.uid(), state);
            state(new Version(place, change.version()), state);
        }
    }

    /** What stands there after a change is what somebody asked for who was not refused. */
    private void changed(Place place, long sender, State state) {
        boolean revoked = state.status() == SeenMessage.REVOKED;
        if (revoked && !state.content().equals(Json.object())) {
            once(Finding.Kind.CONTENT_CHANGED, place + " is revoked and still has " + state.content());
            return;
        }
        List<ChangeFacts.Attempt> asked = facts.changes.byPlace.getOrDefault(place, List.of()).stream()
                .filter(one -> one.uid() == sender && one.revokes() == revoked)
                .toList();
        List<ChangeFacts.Attempt> fitting = asked.stream()
                .filter(one -> revoked || one.data().path("content").equals(state.content()))
                .toList();
        if (fitting.isEmpty() && !asked.isEmpty()) {
            once(Finding.Kind.CONTENT_CHANGED, place + " has " + state.content() + ", which is no edit of it");
        } else if (fitting.stream().noneMatch(ChangeFacts.Attempt::mayHold)) {
            once(Finding.Kind.CHANGE_UNASKED, place + " " + state);
        }
    }

    private void state(Version version, State state) {
        State known = states.putIfAbsent(version, state);
        if (known != null && !known.equals(state)) {
            once(Finding.Kind.TWO_VERSIONS, version + ": " + known + " and " + state);
        }
    }

    private static SeenMessage identity(SeenMessage message) {
        return new SeenMessage(
                message.conversationId(),
                message.seq(),
                message.clientMsgId(),
                message.serverMsgId(),
                message.sendUid(),
                message.contentType(),
                null,
                message.sendTime(),
                0,
                0);
    }

    private void foreignHistory(Entry.History history) {
        for (SeenMessage message : history.messages()) {
            if (!message.conversationId().equals(history.conversationId())) {
                once(
                        Finding.Kind.FOREIGN_DATA,
                        message.conversationId() + " in the history of " + history.conversationId());
            }
        }
    }

    private void once(Finding.Kind kind, String detail) {
        if (reported.add(kind + detail)) {
            report.add(kind, detail);
        }
    }
}

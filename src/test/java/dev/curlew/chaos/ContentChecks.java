package dev.curlew.chaos;

import dev.curlew.client.SeenMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who saw what: one message a number, as it was sent, to its members only (I3, I5). */
final class ContentChecks {

    private record Place(String conversationId, long seq) {}

    private final Facts facts;
    private final Checker.Report report;
    private final Map<Place, SeenMessage> first = new HashMap<>();
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
        facts.histories.forEach(checks::foreignHistory);
    }

    private void look(long uid, SeenMessage message) {
        String conversationId = message.conversationId();
        if (!Facts.member(uid, conversationId)) {
            once(Finding.Kind.FOREIGN_DATA, uid + " saw " + conversationId + " " + message.seq());
            return;
        }
        List<Facts.Attempt> attempts =
                facts.byKey.get(new Facts.Key(message.sendUid(), conversationId, message.clientMsgId()));
        if (attempts == null) {
            once(Finding.Kind.UNKNOWN_MESSAGE, conversationId + " " + message.seq() + " " + message.clientMsgId());
        } else if (!attempts.get(0).data().path("content").equals(message.content())) {
            once(Finding.Kind.CONTENT_CHANGED, conversationId + " " + message.seq() + " " + message.clientMsgId());
        }
        if (message.seq() > 0) {
            SeenMessage known = first.putIfAbsent(new Place(conversationId, message.seq()), message);
            if (known != null && !known.equals(message)) {
                once(
                        Finding.Kind.TWO_CONTENTS,
                        conversationId + " " + message.seq() + ": " + known + " and " + message);
            }
        }
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

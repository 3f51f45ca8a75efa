package dev.curlew.chaos;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Who is out of a group says nothing there any more, and hears nothing from it 5 s later (fault 16). */
final class MembershipChecks {

    private static final Set<String> HEARD =
            Set.of("message", "revoked", "edited", "deleted", "typing", "read_receipt");

    private MembershipChecks() {}

    static void run(Facts facts, Checker.Report report) {
        facts.byKey.forEach((key, attempts) -> {
            if (attempts.stream().anyMatch(Facts.Attempt::placed)
                    && !facts.memberships.maySee(key.uid(), key.conversationId(), facts.span(key))) {
                report.add(Finding.Kind.SPOKE_AFTER_REMOVAL, key.toString());
            }
        });
        silence(facts, report);
    }

    private static void silence(Facts facts, Checker.Report report) {
        Map<String, Long> outSince = new HashMap<>();
        Set<String> reported = new HashSet<>();
        for (Journal.Line line : facts.lines) {
            if (line.entry() instanceof Entry.Membership change) {
                String who = change.uid() + " in " + change.conversationId();
                if (change.step() == Entry.Step.OUT) {
                    outSince.putIfAbsent(who, line.millis());
                } else if (change.step() == Entry.Step.COMING) {
                    outSince.remove(who);
                }
            } else if (line.entry() instanceof Entry.Event event && HEARD.contains(event.name())) {
                String conversationId = event.data().path("conversation_id").asText();
                Long one = outSince.get(event.uid() + " in " + conversationId);
                Long since = one != null ? one : outSince.get(Entry.EVERYBODY + " in " + conversationId);
                if (since != null
                        && line.millis() - since > SessionChecks.REVOKED_WITHIN_MS
                        && reported.add(event.session() + conversationId)) {
                    report.add(
                            Finding.Kind.HEARD_AFTER_REMOVAL,
                            event.session() + " " + event.name() + " in " + conversationId + " after "
                                    + (line.millis() - since) + " ms");
                }
            }
        }
    }
}

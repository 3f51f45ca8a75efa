package dev.curlew.chaos;

import dev.curlew.client.SeenMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was answered to sends, against the history (I1, I2). */
final class AckChecks {

    /** Codes that leave open whether what was asked for will be done. */
    static final Set<Integer> UNKNOWN_OUTCOME = Set.of(-1, 0, 40901, 50300);

    private AckChecks() {}

    static void run(Facts facts, Checker.Report report) {
        Map<Facts.Key, Map<Long, SeenMessage>> stored = new HashMap<>();
        for (Entry.History history : facts.histories) {
            Set<Facts.Key> seen = new HashSet<>();
            for (SeenMessage message : history.messages()) {
                Facts.Key key = new Facts.Key(message.sendUid(), history.conversationId(), message.clientMsgId());
                stored.computeIfAbsent(key, unused -> new HashMap<>()).putIfAbsent(history.uid(), message);
                if (!seen.add(key)) {
                    report.add(Finding.Kind.STORED_TWICE, key + " for " + history.uid());
                }
            }
        }
        facts.byKey.forEach((key, attempts) -> {
            Map<Long, SeenMessage> places = stored.getOrDefault(key, Map.of());
            agreement(key, attempts, report);
            inHistory(facts, key, attempts, places, report);
            if (!places.isEmpty() && attempts.stream().noneMatch(one -> UNKNOWN_OUTCOME.contains(one.code()))) {
                report.add(
                        Finding.Kind.REFUSED_BUT_STORED,
                        key + " answered " + attempts.get(0).code());
            }
        });
    }

    private static void agreement(Facts.Key key, List<Facts.Attempt> attempts, Checker.Report report) {
        long places = attempts.stream()
                .filter(Facts.Attempt::placed)
                .map(one -> one.ack().path("seq").asLong() + " "
                        + one.ack().path("server_msg_id").asText())
                .distinct()
                .count();
        if (places > 1) {
            report.add(Finding.Kind.ACKS_DIVERGE, key + " in " + places + " places");
        }
        long firsts = attempts.stream()
                .filter(one -> one.placed() && !one.ack().path("duplicate").asBoolean())
                .count();
        if (firsts > 1) {
            report.add(Finding.Kind.DUPLICATE_UNMARKED, key + " " + firsts + " times duplicate:false");
        }
    }

    private static void inHistory(
            Facts facts,
            Facts.Key key,
            List<Facts.Attempt> attempts,
            Map<Long, SeenMessage> places,
            Checker.Report report) {
        Facts.Attempt acked =
                attempts.stream().filter(Facts.Attempt::placed).findFirst().orElse(null);
        boolean queued = attempts.stream().anyMatch(Facts.Attempt::acknowledged)
                && !facts.rejected.containsKey(new Facts.Key(key.uid(), "", key.clientMsgId()));
        if (acked == null && !queued) {
            return;
        }
        for (Entry.History history : facts.histories) {
            if (!history.conversationId().equals(key.conversationId())) {
                continue;
            }
            SeenMessage message = places.get(history.uid());
            if (message == null && facts.memberships.mustSee(history.uid(), key.conversationId(), facts.span(key))) {
                report.add(Finding.Kind.LOST_ACKED, key + (acked == null ? " (queued)" : "") + " for " + history.uid());
            } else if (message != null && acked != null) {
                long seq = acked.ack().path("seq").asLong();
                if (message.seq() != seq) {
                    report.add(Finding.Kind.ACK_SEQ_DIFFERS, key + " " + seq + " is " + message.seq());
                }
                if (!message.serverMsgId()
                        .equals(acked.ack().path("server_msg_id").asText())) {
                    report.add(Finding.Kind.ACK_ID_DIFFERS, key + " is " + message.serverMsgId());
                }
            }
        }
    }
}

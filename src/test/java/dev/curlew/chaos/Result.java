package dev.curlew.chaos;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a round came to.
 *
 * @param sends different messages sent
 * @param acked of them acknowledged with a place
 * @param inGroups of these, those said in groups
 * @param queued replies that said queued
 * @param errors error replies to sends, revokes and edits by code
 * @param changes revokes and edits asked for, those asked again counted once
 * @param changed messages that were revoked or edited with an acknowledgement
 * @param delivered messages seen by somebody else in an event
 * @param outageMs longest time without an acknowledgement under load
 * @param invalid why the measurement says nothing, or null
 */
public record Result(
        int fault,
        String name,
        long seed,
        int sends,
        int acked,
        int inGroups,
        int queued,
        Map<Integer, Integer> errors,
        int changes,
        int changed,
        int delivered,
        long outageMs,
        List<Finding> findings,
        String invalid) {

    private static final int FEWEST_ACKS = 50;

    static Result of(Fault fault, long seed, Journal journal, Round.Marks marks, String complaint) {
        Facts facts = new Facts(journal);
        Map<Integer, Integer> errors = new TreeMap<>();
        Set<Facts.Key> acked = new HashSet<>();
        int queued = 0;
        for (Facts.Attempt one : facts.attempts) {
            if (one.placed()) {
                acked.add(one.key());
            } else if (one.acknowledged()) {
                queued++;
            } else if (one.reply() != null) {
                errors.merge(one.code(), 1, Integer::sum);
            }
        }
        long delivered = facts.sightings.stream()
                .filter(one -> one.event() && one.message().sendUid() != one.uid())
                .map(one -> one.message().conversationId() + one.message().seq())
                .distinct()
                .count();
        facts.changes.attempts.stream()
                .filter(one -> one.reply() != null && !one.acknowledged())
                .forEach(one -> errors.merge(one.code(), 1, Integer::sum));
        long changes = facts.changes.attempts.stream()
                .map(one -> one.op() + one.data())
                .distinct()
                .count();
        long changed = facts.changes.attempts.stream()
                .filter(ChangeFacts.Attempt::acknowledged)
                .map(ChangeFacts.Attempt::place)
                .distinct()
                .count();
        boolean during = facts.attempts.stream()
                .anyMatch(one -> one.line() >= marks.faultStart() && one.line() < marks.faultEnd());
        List<Finding> findings = Checker.check(journal);
        String invalid;
        if (acked.size() < FEWEST_ACKS) {
            invalid = "only " + acked.size() + " messages acknowledged";
        } else if (!during) {
            invalid = "no message was sent during the fault";
        } else {
            // What held on a busy machine held; only what came late there says nothing.
            invalid = findings.isEmpty() || !MachineWatch.onlyTimes(findings) ? null : complaint;
        }
        return new Result(
                fault.number(),
                fault.name(),
                seed,
                facts.byKey.size(),
                acked.size(),
                (int) acked.stream()
                        .filter(one -> one.conversationId().startsWith("sg_"))
                        .count(),
                queued,
                errors,
                (int) changes,
                (int) changed,
                (int) delivered,
                outage(facts, marks.loadEnd()),
                findings,
                invalid);
    }

    static Result invalid(Fault fault, long seed, String why) {
        return new Result(fault.number(), fault.name(), seed, 0, 0, 0, 0, Map.of(), 0, 0, 0, 0, List.of(), why);
    }

    /** {@code ok}, {@code FELL SHORT} or {@code not valid}. */
    public String verdict() {
        if (fellShort()) {
            return "FELL SHORT";
        }
        return invalid == null ? "ok" : "not valid";
    }

    /** Findings count however little was measured, those that are a matter of time only on a machine that had time. */
    boolean fellShort() {
        return !findings.isEmpty() && (invalid == null || !MachineWatch.onlyTimes(findings));
    }

    private static long outage(Facts facts, int end) {
        Set<String> sends = new HashSet<>();
        long last = -1;
        long longest = 0;
        for (Journal.Line line : facts.lines.subList(0, end)) {
            if (line.entry() instanceof Entry.Request request && request.op().equals("send")) {
                sends.add(request.session() + "#" + request.id());
                last = last < 0 ? line.millis() : last;
            } else if (line.entry() instanceof Entry.Reply reply
                    && reply.reply().path("code").asInt(-1) == 0
                    && sends.contains(reply.session() + "#" + reply.id())) {
                longest = Math.max(longest, line.millis() - last);
                last = line.millis();
            }
        }
        return longest;
    }
}

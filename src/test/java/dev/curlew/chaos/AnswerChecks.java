package dev.curlew.chaos;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Every request is answered once, or its socket closed, within 15 s (I6). */
final class AnswerChecks {

    static final long LIMIT_MS = 15_000;

    private record Open(long since, String what) {}

    private AnswerChecks() {}

    static void run(Facts facts, Checker.Report report) {
        Map<String, Map<String, Open>> open = new LinkedHashMap<>();
        Map<String, Integer> answers = new HashMap<>();
        long end = 0;
        for (Journal.Line line : facts.lines) {
            end = line.millis();
            if (line.entry() instanceof Entry.Request request) {
                open.computeIfAbsent(request.session(), session -> new LinkedHashMap<>())
                        .put(request.id(), new Open(end, request.session() + " " + request.op() + " " + request.id()));
            } else if (line.entry() instanceof Entry.Reply reply && reply.id() != null) {
                Open question =
                        open.getOrDefault(reply.session(), new HashMap<>()).remove(reply.id());
                judge(question, end, report);
                if (reply.reply().path("code").asInt() == 50000) {
                    report.add(Finding.Kind.INTERNAL_ERROR, reply.session() + " " + reply.reply());
                }
                if (answers.merge(reply.session() + "#" + reply.id(), 1, Integer::sum) == 2) {
                    report.add(Finding.Kind.ANSWERED_TWICE, reply.session() + " " + reply.reply());
                }
            } else if (line.entry() instanceof Entry.Closed closed) {
                Map<String, Open> left = open.remove(closed.session());
                Iterator<Open> oldest = left == null ? null : left.values().iterator();
                judge(oldest != null && oldest.hasNext() ? oldest.next() : null, end, report);
            }
        }
        for (Map<String, Open> left : open.values()) {
            Iterator<Open> oldest = left.values().iterator();
            judge(oldest.hasNext() ? oldest.next() : null, end, report);
        }
    }

    private static void judge(Open question, long at, Checker.Report report) {
        if (question != null && at - question.since() > LIMIT_MS) {
            report.add(Finding.Kind.UNANSWERED, question.what() + " for " + (at - question.since()) + " ms");
        }
    }
}

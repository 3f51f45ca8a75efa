package dev.curlew.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every request is answered once, or its socket closed, within 15 s (I6). Time in which its node was frozen does not count. */
final class AnswerChecks {

    static final long LIMIT_MS = 15_000;

    private final Checker.Report report;
    private final Map<String, Map<String, Open>> open = new LinkedHashMap<>();
    private final Map<String, Integer> answers = new HashMap<>();
    private final Map<String, String> urls = new HashMap<>();
    private final List<Ice> frozen = new ArrayList<>();
    private long now;

    private record Open(long since, String session, String what) {}

    private record Ice(String url, long from, long to) {}

    private AnswerChecks(Checker.Report report) {
        this.report = report;
    }

    static void run(Facts facts, Checker.Report report) {
        AnswerChecks checks = new AnswerChecks(report);
        for (Journal.Line line : facts.lines) {
            checks.now = line.millis();
            checks.look(line.entry());
        }
        checks.open.values().forEach(checks::oldest);
    }

    private void look(Entry entry) {
        if (entry instanceof Entry.Connected connected) {
            urls.put(connected.session(), connected.url());
        } else if (entry instanceof Entry.Frozen node) {
            frozen.add(new Ice(node.url(), now, Long.MAX_VALUE));
        } else if (entry instanceof Entry.Thawed node) {
            frozen.replaceAll(
                    one -> one.url().equals(node.url()) && one.to() > now ? new Ice(one.url(), one.from(), now) : one);
        } else if (entry instanceof Entry.Request request) {
            open.computeIfAbsent(request.session(), session -> new LinkedHashMap<>())
                    .put(
                            request.id(),
                            new Open(
                                    now,
                                    request.session(),
                                    request.session() + " " + request.op() + " " + request.id()));
        } else if (entry instanceof Entry.Reply reply && reply.id() != null) {
            reply(reply);
        } else if (entry instanceof Entry.Closed closed && open.containsKey(closed.session())) {
            oldest(open.remove(closed.session()));
        }
    }

    private void reply(Entry.Reply reply) {
        judge(open.getOrDefault(reply.session(), new HashMap<>()).remove(reply.id()));
        if (reply.reply().path("code").asInt() == 50000) {
            report.add(Finding.Kind.INTERNAL_ERROR, reply.session() + " " + reply.reply());
        }
        if (answers.merge(reply.session() + "#" + reply.id(), 1, Integer::sum) == 2) {
            report.add(Finding.Kind.ANSWERED_TWICE, reply.session() + " " + reply.reply());
        }
    }

    private void oldest(Map<String, Open> left) {
        Iterator<Open> oldest = left.values().iterator();
        if (oldest.hasNext()) {
            judge(oldest.next());
        }
    }

    private void judge(Open question) {
        if (question == null) {
            return;
        }
        long waited = now - question.since() - frozenSince(question);
        if (waited > LIMIT_MS) {
            report.add(Finding.Kind.UNANSWERED, question.what() + " for " + waited + " ms");
        }
    }

    private long frozenSince(Open question) {
        String url = urls.get(question.session());
        return frozen.stream()
                .filter(one -> one.url().equals(url))
                .mapToLong(one -> Math.max(0, Math.min(now, one.to()) - Math.max(question.since(), one.from())))
                .sum();
    }
}

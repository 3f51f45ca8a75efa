package dev.curlew.chaos;

import dev.curlew.client.TestClient;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How sessions end: with a word from a stopping node, and within 5 s of losing their right (faults 2 and 16). */
final class SessionChecks {

    static final long REVOKED_WITHIN_MS = 5_000;
    private static final int RESTARTING = 1012;

    private final Facts facts;
    private final Checker.Report report;
    private final Map<String, String> urls = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private final Set<String> stopping = new HashSet<>();
    private final Set<String> owed = new HashSet<>();
    private final Map<Long, Ended> ended = new HashMap<>();

    private record Ended(long since, String clients) {}

    private SessionChecks(Facts facts, Checker.Report report) {
        this.facts = facts;
        this.report = report;
    }

    static void run(Facts facts, Checker.Report report) {
        new SessionChecks(facts, report).run();
    }

    private void run() {
        Map<String, Long> users = new HashMap<>();
        for (Journal.Line line : facts.lines) {
            Entry entry = line.entry();
            lives(entry);
            if (entry instanceof Entry.Revoked revoked) {
                ended.put(revoked.uid(), new Ended(line.millis(), revoked.clients()));
            } else if (entry instanceof Entry.Restored restored) {
                ended.remove(restored.uid());
            } else if (entry instanceof Entry.Request request) {
                users.put(request.session(), request.uid());
            } else if (entry instanceof Entry.Event event && !event.name().equals("kick")) {
                served(line.millis(), event.session(), event.uid(), "event " + event.name());
            } else if (entry instanceof Entry.Reply reply
                    && reply.reply().path("code").asInt(-1) == 0) {
                long uid = users.getOrDefault(reply.session(), 0L);
                served(line.millis(), reply.session(), uid, "reply " + reply.id());
            }
        }
    }

    private void lives(Entry entry) {
        if (entry instanceof Entry.Connected connected) {
            urls.put(connected.session(), connected.url());
        } else if (entry instanceof Entry.Opened opened) {
            open.add(opened.session());
            if (stopping.contains(urls.get(opened.session()))) {
                owed.add(opened.session());
            }
        } else if (entry instanceof Entry.Stopping node) {
            stopping.add(node.url());
            open.stream()
                    .filter(session -> node.url().equals(urls.get(session)))
                    .forEach(owed::add);
        } else if (entry instanceof Entry.Stopped node) {
            stopping.remove(node.url());
        } else if (entry instanceof Entry.Closed closed) {
            open.remove(closed.session());
            if (owed.remove(closed.session()) && closed.code() != RESTARTING && closed.code() != TestClient.OWN_END) {
                report.add(
                        Finding.Kind.CLOSED_WITHOUT_WORD,
                        closed.session() + " on " + urls.get(closed.session()) + " ended with " + closed.code());
            }
        }
    }

    private void served(long at, String session, long uid, String what) {
        Ended right = ended.get(uid);
        boolean meant = right != null && (session.startsWith(right.clients()) || session.startsWith("http/"));
        if (meant && at - right.since() > REVOKED_WITHIN_MS) {
            report.add(
                    Finding.Kind.SERVED_AFTER_REVOKE,
                    uid + " on " + session + ": " + what + " after " + (at - right.since()) + " ms");
        }
    }
}

package dev.curlew.chaos;

import dev.curlew.chaos.ChangeFacts.Attempt;
import dev.curlew.chaos.ChangeFacts.Place;
import dev.curlew.chaos.Finding.Kind;
import dev.curlew.client.SeenChange;
import dev.curlew.client.SeenMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Revokes and edits: what was acknowledged holds, for everybody and from then on, and whoever follows knows of it (I10). A live message is
 * told as it was sent and may be overtaken by a change to it, so it says nothing of what is current; what somebody asked for does.
 */
final class ChangeChecks {

    private static final int TOO_OLD = 40300;
    private static final int CONFLICT = 40900;

    /** Answers that leave the change to be tried again. */
    private static final Set<Integer> TRY_AGAIN = Set.of(-1, 0, 40901, 42900, 50300, 50301);

    private final Facts facts;
    private final ChangeFacts changes;
    private final Checker.Report report;

    private ChangeChecks(Facts facts, Checker.Report report) {
        this.facts = facts;
        this.changes = facts.changes;
        this.report = report;
    }

    static void run(Facts facts, Checker.Report report) {
        ChangeChecks checks = new ChangeChecks(facts, report);
        checks.histories();
        checks.refusals();
        checks.pulls();
        LevelChecks.rising(checks.levels(), Kind.VERSION_FELL, report);
        checks.events();
        checks.numbers();
        checks.followers();
    }

    private void histories() {
        for (Entry.History history : facts.histories) {
            Map<Place, SeenMessage> stored = places(history);
            for (Attempt one : changes.attempts) {
                SeenMessage message = stored.get(one.place());
                if (message == null || !one.acknowledged()) {
                    continue;
                }
                if (one.revokes() && !revoked(message)) {
                    report.add(Kind.REVOKE_LOST, one.place() + " for " + history.uid() + " is " + message);
                } else if (!one.revokes() && !holds(one, message)) {
                    report.add(
                            Kind.EDIT_LOST,
                            one.place() + " version " + one.version() + " for " + history.uid() + " is " + message);
                }
            }
        }
    }

    private static boolean holds(Attempt edit, SeenMessage message) {
        boolean asEdited = message.status() == SeenMessage.STORED
                && message.content().equals(edit.data().path("content"));
        return message.version() > edit.version() || (message.version() == edit.version() && asEdited);
    }

    /** Everybody changes only what is theirs: an edit may lose against another change, a revoke may come too late. */
    private void refusals() {
        for (Attempt one : changes.attempts) {
            int code = one.code();
            boolean fair = TRY_AGAIN.contains(code)
                    || (one.revokes() && code == TOO_OLD)
                    || (!one.revokes() && code == CONFLICT && movedOn(one));
            if (!fair) {
                report.add(
                        Kind.CHANGE_REFUSED, one.session() + " " + one.op() + " " + one.place() + ": " + one.reply());
            }
        }
    }

    private boolean movedOn(Attempt edit) {
        long seen = edit.data().path("version").asLong();
        Entry.History history = facts.history(edit.uid(), edit.place().conversationId());
        return history == null
                || history.messages().stream()
                        .filter(message -> message.seq() == edit.place().seq())
                        .allMatch(message -> message.version() > seen);
    }

    /** No pull that was asked after a revoke was acknowledged shows the message as it was. */
    private void pulls() {
        Map<Place, Integer> since = new HashMap<>();
        changes.attempts.stream()
                .filter(one -> one.revokes() && one.acknowledged())
                .forEach(one -> since.merge(one.place(), one.answered(), Math::min));
        for (Facts.PageSeen page : facts.pages) {
            for (SeenMessage message : page.page().messages()) {
                Integer acked = since.get(new Place(page.conversationId(), message.seq()));
                if (acked != null && page.asked() > acked && !revoked(message)) {
                    report.add(
                            Kind.SEEN_AFTER_REVOKE,
                            message.conversationId() + " " + message.seq() + " by " + page.uid() + " at line "
                                    + page.line() + ", revoked at line " + acked);
                }
            }
        }
    }

    private static boolean revoked(SeenMessage message) {
        return message.status() == SeenMessage.REVOKED
                && message.content().isObject()
                && message.content().isEmpty();
    }

    /** What each user was told of the version of each message. */
    private List<Facts.Level> levels() {
        List<Facts.Level> levels = new ArrayList<>();
        for (Facts.PageSeen page : facts.pages) {
            for (SeenMessage message : page.page().messages()) {
                String name = name(page.uid(), page.conversationId(), message.seq());
                levels.add(new Facts.Level(page.asked(), page.line(), name, message.version(), "page"));
            }
        }
        for (ChangeFacts.Told one : changes.told) {
            SeenChange change = one.change();
            if (change.seq() > 0) {
                String name = name(one.uid(), change.conversationId(), change.seq());
                levels.add(new Facts.Level(-1, one.line(), name, change.version(), change.kind()));
            }
        }
        for (Attempt one : changes.attempts) {
            if (one.acknowledged()) {
                String name = name(
                        one.uid(), one.place().conversationId(), one.place().seq());
                levels.add(new Facts.Level(one.line(), one.answered(), name, one.version(), "answer to " + one.op()));
            }
        }
        return levels;
    }

    /** What became of a message is told to one socket in its order, each once. */
    private void events() {
        Map<String, Long> last = new HashMap<>();
        for (ChangeFacts.Told one : changes.told) {
            SeenChange change = one.change();
            String line = one.session() + " " + change.conversationId() + " " + change.seq();
            Long before = one.event() ? last.put(line, change.version()) : null;
            if (before != null && change.version() <= before) {
                report.add(Kind.VERSION_FELL, line + ": event " + change.version() + " after " + before);
            }
        }
    }

    private static String name(long uid, String conversationId, long seq) {
        return "version of " + conversationId + " " + seq + " for " + uid;
    }

    /** A change has its number alone, pages of changes rise from what was asked, and no number that was told is unknown later. */
    private void numbers() {
        Map<Place, SeenChange> numbered = new HashMap<>();
        for (ChangeFacts.Told one : changes.told) {
            SeenChange change = one.change();
            SeenChange other = numbered.putIfAbsent(new Place(change.conversationId(), change.version()), change);
            if (other != null && (other.seq() != change.seq() || !other.kind().equals(change.kind()))) {
                report.add(Kind.CHANGE_NUMBERS, change + " and " + other);
            }
        }
        for (ChangeFacts.Answer answer : changes.answers) {
            long last = answer.page().full() ? 0 : answer.after();
            boolean rising = !answer.page().full();
            for (SeenChange change : answer.page().changes()) {
                rising &= change.version() > last;
                last = change.version();
            }
            if (!rising || answer.page().version() < last) {
                report.add(
                        Kind.CHANGE_NUMBERS,
                        answer.session() + " asked after " + answer.after() + " and got " + answer.page());
            }
        }
    }

    private void followers() {
        for (Entry.Known client : changes.known) {
            Entry.History history = facts.history(client.uid(), client.conversationId());
            if (history == null) {
                continue;
            }
            Map<Long, SeenMessage> known = new HashMap<>();
            client.messages().forEach(message -> known.put(message.seq(), message));
            List<String> wrong = history.messages().stream()
                    .filter(message -> !same(message, known.get(message.seq())))
                    .map(message -> message + " is to it " + known.get(message.seq()))
                    .toList();
            if (!wrong.isEmpty()) {
                report.add(Kind.FOLLOWER_DIFFERS, client.client() + " " + client.conversationId() + ": " + wrong);
            }
        }
    }

    private static boolean same(SeenMessage message, SeenMessage known) {
        return known != null
                && known.status() == message.status()
                && known.version() == message.version()
                && known.content().equals(message.content());
    }

    private static Map<Place, SeenMessage> places(Entry.History history) {
        Map<Place, SeenMessage> stored = new HashMap<>();
        history.messages().forEach(message -> stored.put(new Place(history.conversationId(), message.seq()), message));
        return stored;
    }
}

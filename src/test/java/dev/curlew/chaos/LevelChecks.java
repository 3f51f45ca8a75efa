package dev.curlew.chaos;

import dev.curlew.client.SeenMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What only rises: heads, read positions, absence; and the counts made from them (I4, I8, I9). */
final class LevelChecks {

    private LevelChecks() {}

    static void run(Facts facts, Checker.Report report) {
        rising(facts.heads, Finding.Kind.HEAD_FELL, report);
        rising(facts.readPositions, Finding.Kind.READ_POSITION_FELL, report);
        absence(facts, report);
        Map<String, Entry.Unread> first = new HashMap<>();
        for (Journal.Line line : facts.lines) {
            if (line.entry() instanceof Entry.Unread told) {
                unread(facts, told, report);
                Entry.Unread other = first.putIfAbsent(told.uid() + " in " + told.conversationId(), told);
                if (other != null && (other.unread() != told.unread() || other.readSeq() != told.readSeq())) {
                    report.add(Finding.Kind.UNREAD_DIFFERS, told + ", " + other);
                }
            } else if (line.entry() instanceof Entry.Presence presence
                    && !presence.expected().equals(presence.seen())) {
                report.add(Finding.Kind.PRESENCE_WRONG, presence.toString());
            }
        }
    }

    /** A value asked for after a higher one was told is a fall; two questions under way at once may be told in any order. */
    static void rising(List<Facts.Level> levels, Finding.Kind kind, Checker.Report report) {
        Map<String, List<Facts.Level>> byName = new HashMap<>();
        levels.forEach(level ->
                byName.computeIfAbsent(level.of(), name -> new ArrayList<>()).add(level));
        byName.forEach((name, all) -> {
            List<Facts.Level> questions = new ArrayList<>(all);
            questions.removeIf(level -> level.asked() < 0);
            questions.sort(Comparator.comparingInt(Facts.Level::asked));
            all.sort(Comparator.comparingInt(Facts.Level::line));
            Facts.Level told = null;
            int next = 0;
            for (Facts.Level question : questions) {
                while (next < all.size() && all.get(next).line() < question.asked()) {
                    Facts.Level one = all.get(next++);
                    told = told == null || one.value() > told.value() ? one : told;
                }
                if (told != null && question.value() < told.value()) {
                    report.add(kind, name + ": " + text(question) + " after " + text(told));
                    return;
                }
            }
        });
    }

    private static String text(Facts.Level level) {
        return level.value() + " (" + level.by() + ", line " + level.line() + ")";
    }

    private static void absence(Facts facts, Checker.Report report) {
        Map<String, List<Facts.Sighting>> seen = new HashMap<>();
        facts.sightings.forEach(
                one -> seen.computeIfAbsent(one.uid() + " " + one.message().conversationId(), key -> new ArrayList<>())
                        .add(one));
        for (Facts.PageSeen page : facts.pages) {
            if (page.page().absent().isEmpty()) {
                continue;
            }
            boolean back = seen.getOrDefault(page.uid() + " " + page.conversationId(), List.of()).stream()
                    .anyMatch(one -> one.line() > page.line()
                            && DeliveryChecks.within(
                                    page.page().absent(), one.message().seq()));
            Entry.History history = facts.history(page.uid(), page.conversationId());
            back |= history != null
                    && history.messages().stream()
                            .anyMatch(
                                    message -> DeliveryChecks.within(page.page().absent(), message.seq()));
            if (back) {
                report.add(Finding.Kind.ABSENT_RETURNED, page.conversationId() + " told absent at line " + page.line());
            }
        }
    }

    private static void unread(Facts facts, Entry.Unread told, Checker.Report report) {
        Entry.History history = facts.history(told.uid(), told.conversationId());
        if (history == null) {
            return;
        }
        long visible = history.messages().stream()
                .filter(message -> message.sendUid() != told.uid()
                        && message.seq() > told.readSeq()
                        && message.status() != SeenMessage.REVOKED)
                .count();
        if (visible != told.unread()) {
            report.add(Finding.Kind.UNREAD_WRONG, told + ", visible " + visible);
        }
    }
}

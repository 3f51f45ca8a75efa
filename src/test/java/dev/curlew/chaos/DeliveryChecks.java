package dev.curlew.chaos;

import dev.curlew.client.Page;
import dev.curlew.client.SeenMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Everybody has everything, and what a page leaves out it accounts for (I4). */
final class DeliveryChecks {

    private DeliveryChecks() {}

    static void run(Facts facts, Checker.Report report) {
        Map<String, Entry.History> widest = new HashMap<>();
        for (Entry.History history : facts.histories) {
            widest.merge(history.conversationId(), history, (one, other) -> width(one) >= width(other) ? one : other);
        }
        Map<String, Set<Long>> storedAnywhere = new HashMap<>();
        for (Entry.History history : facts.histories) {
            Set<Long> seqs = seqs(history);
            same(history, widest.get(history.conversationId()), report);
            storedAnywhere
                    .computeIfAbsent(history.conversationId(), id -> new TreeSet<>())
                    .addAll(seqs);
            if (!history.complete()) {
                report.add(Finding.Kind.HISTORY_INCOMPLETE, history.conversationId() + " for " + history.uid());
            }
        }
        Set<String> phantoms = new HashSet<>();
        for (Facts.Sighting one : facts.sightings) {
            SeenMessage message = one.message();
            Set<Long> stored = storedAnywhere.get(message.conversationId());
            String place = message.conversationId() + " " + message.seq();
            if (stored != null && message.seq() > 0 && !stored.contains(message.seq()) && phantoms.add(place)) {
                report.add(Finding.Kind.SEEN_NOT_STORED, place + " " + message.clientMsgId() + " by " + one.session());
            }
        }
        followers(facts, report);
        facts.pages.forEach(page -> gaps(page, report));
    }

    private static long width(Entry.History history) {
        return history.to() - history.from();
    }

    /** Within what both may see, both have the same. */
    private static void same(Entry.History history, Entry.History other, Checker.Report report) {
        long from = Math.max(history.from(), other.from());
        long to = Math.min(history.to(), other.to());
        TreeMap<Long, Long> ones = versions(history, from, to);
        TreeMap<Long, Long> others = versions(other, from, to);
        if (!ones.keySet().equals(others.keySet())) {
            report.add(
                    Finding.Kind.HISTORIES_DIFFER,
                    history.conversationId() + " for " + history.uid() + " and " + other.uid() + ": "
                            + difference(others.keySet(), ones.keySet()));
        } else if (!ones.equals(others)) {
            ones.entrySet().removeAll(others.entrySet());
            report.add(
                    Finding.Kind.HISTORIES_DIFFER,
                    history.conversationId() + ": other versions for " + history.uid() + " " + ones);
        }
    }

    private static void followers(Facts facts, Checker.Report report) {
        Map<String, Set<Long>> seen = new HashMap<>();
        facts.sightings.forEach(one -> seen.computeIfAbsent(
                        Facts.client(one.session()) + " " + one.message().conversationId(), key -> new HashSet<>())
                .add(one.message().seq()));
        // An HTTP call's reply belongs to whichever client of the user made it.
        facts.attempts.stream().filter(Facts.Attempt::placed).forEach(one -> {
            String who = one.session().startsWith("http/") ? "http " + one.uid() : Facts.client(one.session());
            seen.computeIfAbsent(who + " " + one.conversationId(), key -> new HashSet<>())
                    .add(one.ack().path("seq").asLong());
        });
        for (Journal.Line line : facts.lines) {
            if (line.entry() instanceof Entry.Follower follower) {
                for (Entry.History history : facts.histories) {
                    if (history.uid() == follower.uid()) {
                        String conversationId = history.conversationId();
                        Set<Long> missed = seqs(history);
                        missed.removeAll(seen.getOrDefault(follower.client() + " " + conversationId, Set.of()));
                        missed.removeAll(seen.getOrDefault("http " + follower.uid() + " " + conversationId, Set.of()));
                        if (!missed.isEmpty()) {
                            report.add(Finding.Kind.MISSED, follower.client() + " " + conversationId + " " + missed);
                        }
                    }
                }
            }
        }
    }

    private static void gaps(Facts.PageSeen seen, Checker.Report report) {
        Page page = seen.page();
        long head = page.maxSeq();
        if (page.messages().stream().anyMatch(message -> message.seq() > head)) {
            report.add(Finding.Kind.ABOVE_HEAD, seen.conversationId() + " head " + head);
        }
        if (!seen.request().has("after_seq") || page.messages().isEmpty()) {
            return;
        }
        long from = Math.max(seen.request().path("after_seq").asLong() + 1, page.minSeq());
        long to = page.messages().get(page.messages().size() - 1).seq();
        Set<Long> there = page.messages().stream().map(SeenMessage::seq).collect(Collectors.toSet());
        for (long seq = from; seq <= to; seq++) {
            if (!there.contains(seq) && !within(page.absent(), seq) && !within(page.pending(), seq)) {
                report.add(Finding.Kind.PAGE_GAP, seen.conversationId() + " " + seq + " for " + seen.uid());
                return;
            }
        }
    }

    static boolean within(List<long[]> ranges, long seq) {
        return ranges.stream().anyMatch(range -> range[0] <= seq && seq <= range[1]);
    }

    private static Set<Long> seqs(Entry.History history) {
        return history.messages().stream().map(SeenMessage::seq).collect(Collectors.toCollection(TreeSet::new));
    }

    private static TreeMap<Long, Long> versions(Entry.History history, long from, long to) {
        TreeMap<Long, Long> versions = new TreeMap<>();
        history.messages().stream()
                .filter(message -> from <= message.seq() && message.seq() <= to)
                .forEach(message -> versions.put(message.seq(), message.version()));
        return versions;
    }

    private static String difference(Set<Long> one, Set<Long> other) {
        Set<Long> either = new TreeSet<>(one);
        either.addAll(other);
        either.removeIf(seq -> one.contains(seq) && other.contains(seq));
        return either.toString();
    }
}

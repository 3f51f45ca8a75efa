package dev.curlew.store.local;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Keys with texts, hashes, sets and scored sets, and the time at which each ends. For one thread at a time. */
final class LocalData {

    /** Keys at most; beyond that copies go, the oldest first. */
    private static final int MOST_KEYS = 500_000;

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final LongSupplier clock;

    LocalData(LongSupplier clock) {
        this.clock = clock;
    }

    /** A value; {@code ends} is milliseconds, 0 for never. */
    private static final class Entry {
        private Object value;
        private long ends;
    }

    /** A command met a value of another kind. */
    static final class WrongType extends RuntimeException {

        private static final long serialVersionUID = 1L;

        WrongType(String key) {
            super("WRONGTYPE " + key, null, false, false);
        }
    }

    long now() {
        return clock.getAsLong();
    }

    private Entry entry(String key) {
        Entry entry = entries.get(key);
        if (entry != null && entry.ends > 0 && entry.ends <= now()) {
            entries.remove(key);
            return null;
        }
        return entry;
    }

    boolean exists(String key) {
        return entry(key) != null;
    }

    boolean remove(String key) {
        boolean there = exists(key);
        entries.remove(key);
        return there;
    }

    /** False when there is no such key. */
    boolean ends(String key, long atMs) {
        Entry entry = entry(key);
        if (entry == null) {
            return false;
        }
        entry.ends = Math.max(1, atMs);
        return true;
    }

    /** Milliseconds until it ends; -1 for never, -2 when it is not there. */
    long left(String key) {
        Entry entry = entry(key);
        return entry == null ? -2 : entry.ends == 0 ? -1 : entry.ends - now();
    }

    void rename(String from, String to) {
        entries.put(to, entries.remove(from));
    }

    String text(String key) {
        Entry entry = entry(key);
        if (entry != null && !(entry.value instanceof String)) {
            throw new WrongType(key);
        }
        return entry == null ? null : (String) entry.value;
    }

    /** @param keepEnd whether the key goes on ending when it would have */
    void text(String key, String value, boolean keepEnd) {
        Entry entry = entry(key);
        if (entry == null || !keepEnd) {
            entry = new Entry();
            entries.remove(key);
            entries.put(key, entry);
        }
        entry.value = value;
    }

    Map<String, String> hash(String key) {
        return value(key, Map.of());
    }

    Map<String, String> hashToChange(String key) {
        return valueToChange(key, new LinkedHashMap<>());
    }

    Set<String> set(String key) {
        return value(key, Set.of());
    }

    Set<String> setToChange(String key) {
        return valueToChange(key, new HashSet<>());
    }

    Map<String, Double> scores(String key) {
        return value(key, new Scores()).byMember;
    }

    Map<String, Double> scoresToChange(String key) {
        return valueToChange(key, new Scores()).byMember;
    }

    /** Members in the order of their scores, those of one score in that of their names. */
    List<String> ordered(String key, Predicate<Double> which) {
        List<Map.Entry<String, Double>> found = new ArrayList<>();
        scores(key).entrySet().stream()
                .filter(one -> which.test(one.getValue()))
                .forEach(found::add);
        found.sort(Map.Entry.<String, Double>comparingByValue()
                .thenComparing(Map.Entry::getKey, Comparator.naturalOrder()));
        return found.stream().map(Map.Entry::getKey).toList();
    }

    /** What holds nothing any more is no key. */
    void dropEmpty(String key) {
        Entry entry = entries.get(key);
        boolean empty = entry != null
                && (entry.value instanceof Map<?, ?> map && map.isEmpty()
                        || entry.value instanceof Collection<?> some && some.isEmpty()
                        || entry.value instanceof Scores scores && scores.byMember.isEmpty());
        if (empty) {
            entries.remove(key);
        }
    }

    /** Forgets what has ended and, where there is too much, copies of what the store has. */
    void sweep(Predicate<String> isCopy) {
        long now = now();
        entries.values().removeIf(entry -> entry.ends > 0 && entry.ends <= now);
        int tooMany = entries.size() - MOST_KEYS;
        if (tooMany > 0) {
            List<String> gone =
                    entries.keySet().stream().filter(isCopy).limit(tooMany).toList();
            gone.forEach(entries::remove);
        }
    }

    private static final class Scores {
        private final Map<String, Double> byMember = new HashMap<>();
    }

    @SuppressWarnings("unchecked")
    private <T> T value(String key, T nothing) {
        Entry entry = entry(key);
        if (entry == null) {
            return nothing;
        }
        check(key, entry.value, nothing);
        return (T) entry.value;
    }

    @SuppressWarnings("unchecked")
    private <T> T valueToChange(String key, T fresh) {
        Entry entry = entry(key);
        if (entry == null) {
            entry = new Entry();
            entry.value = fresh;
            entries.put(key, entry);
        }
        check(key, entry.value, fresh);
        return (T) entry.value;
    }

    private static void check(String key, Object value, Object kind) {
        boolean same = kind instanceof Map && value instanceof Map
                || kind instanceof Set && value instanceof Set
                || kind instanceof Scores && value instanceof Scores;
        if (!same) {
            throw new WrongType(key);
        }
    }
}

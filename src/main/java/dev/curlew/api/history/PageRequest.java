package dev.curlew.api.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Fields;
import dev.curlew.protocol.ApiException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which numbers a {@code pull} asks for.
 *
 * @param after only numbers above this one, ascending; null when not asked
 * @param before only numbers below this one, the newest of them; null when not asked
 * @param ranges explicit ranges, both ends included, ascending and apart; null when not asked
 */
record PageRequest(Long after, Long before, List<Span> ranges, int limit) {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 200;
    private static final int MOST_RANGES = 50;

    /** A run of numbers, both ends included; empty when from is above to. */
    record Span(long from, long to) {
        boolean isEmpty() {
            return from > to;
        }
    }

    /** @param cut whether the limit left something out */
    record Spans(List<Span> spans, boolean cut) {}

    static PageRequest of(ObjectNode data) {
        int limit =
                Fields.present(data, "limit") ? (int) Fields.number(data, "limit", 1, LARGEST_LIMIT) : DEFAULT_LIMIT;
        Long after = Fields.optionalNumber(data, "after_seq", 0, Fields.MAX_NUMBER);
        Long before = Fields.optionalNumber(data, "before_seq", 0, Fields.MAX_NUMBER);
        List<Span> ranges = ranges(data.get("ranges"));
        int bounds = (after == null ? 0 : 1) + (before == null ? 0 : 1) + (ranges == null ? 0 : 1);
        if (bounds > 1) {
            throw ApiException.invalid("only one of after_seq, before_seq and ranges may be given.");
        }
        return new PageRequest(after, before, ranges, limit);
    }

    boolean descending() {
        return after == null && ranges == null;
    }

    /** The numbers of this page between the lowest visible number and the head; for ranges see {@link #spans}. */
    Span span(long minSeq, long head) {
        if (after != null) {
            long from = Math.max(minSeq, after + 1);
            long room = head - from;
            return new Span(from, room < limit ? head : from + limit - 1);
        }
        long to = before == null ? head : Math.min(head, before - 1);
        return new Span(Math.max(minSeq, to - limit + 1), to);
    }

    /** The asked ranges within what is visible, at most {@code limit} numbers in all. */
    Spans spans(long minSeq, long head) {
        List<Span> spans = new ArrayList<>();
        long left = limit;
        for (Span range : ranges) {
            Span visible = new Span(Math.max(minSeq, range.from()), Math.min(head, range.to()));
            if (visible.isEmpty()) {
                continue;
            }
            if (left == 0) {
                return new Spans(spans, true);
            }
            long size = visible.to() - visible.from() + 1;
            if (size > left) {
                spans.add(new Span(visible.from(), visible.from() + left - 1));
                return new Spans(spans, true);
            }
            left -= size;
            spans.add(visible);
        }
        return new Spans(spans, false);
    }

    private static List<Span> ranges(JsonNode node) {
        if (node == null || node.isNull()) {
            return null;
        }
        if (!node.isArray() || node.size() > MOST_RANGES) {
            throw ApiException.invalid("ranges has to be a list of at most " + MOST_RANGES + " pairs.");
        }
        List<Span> ranges = new ArrayList<>();
        for (JsonNode pair : node) {
            if (!pair.isArray() || pair.size() != 2 || !isSeq(pair.get(0)) || !isSeq(pair.get(1))) {
                throw ApiException.invalid("ranges has to hold pairs of numbers.");
            }
            if (pair.get(0).longValue() > pair.get(1).longValue()) {
                throw ApiException.invalid("ranges has to hold pairs that rise.");
            }
            ranges.add(new Span(pair.get(0).longValue(), pair.get(1).longValue()));
        }
        return apart(ranges);
    }

    /** The same numbers in ascending runs, each number once. */
    private static List<Span> apart(List<Span> ranges) {
        ranges.sort(Comparator.comparingLong(Span::from));
        List<Span> apart = new ArrayList<>();
        for (Span range : ranges) {
            Span last = apart.isEmpty() ? null : apart.get(apart.size() - 1);
            if (last != null && range.from() <= last.to() + 1) {
                apart.set(apart.size() - 1, new Span(last.from(), Math.max(last.to(), range.to())));
            } else {
                apart.add(range);
            }
        }
        return List.copyOf(apart);
    }

    private static boolean isSeq(JsonNode node) {
        return node.isIntegralNumber()
                && node.canConvertToLong()
                && node.longValue() >= 0
                && node.longValue() <= Fields.MAX_NUMBER;
    }
}

package dev.curlew.api.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Fields;
import dev.curlew.protocol.ApiException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which numbers a {@code pull} asks for.
 *
 * @param after only numbers above this one, ascending; null when not asked
 * @param before only numbers below this one, the newest of them; null when not asked
 * @param ranges explicit ranges, both ends included
 */
record PageRequest(Long after, Long before, List<long[]> ranges, int limit) {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 200;
    private static final int MOST_RANGES = 50;

    /** A run of numbers, both ends included; empty when from is above to. */
    record Span(long from, long to) {
        boolean isEmpty() {
            return from > to;
        }
    }

    static PageRequest of(ObjectNode data) {
        int limit =
                Fields.present(data, "limit") ? (int) Fields.number(data, "limit", 1, LARGEST_LIMIT) : DEFAULT_LIMIT;
        Long after = Fields.optionalNumber(data, "after_seq", 0, Long.MAX_VALUE);
        Long before = Fields.optionalNumber(data, "before_seq", 0, Long.MAX_VALUE);
        List<long[]> ranges = ranges(data.get("ranges"));
        int bounds = (after == null ? 0 : 1) + (before == null ? 0 : 1) + (ranges == null ? 0 : 1);
        if (bounds > 1) {
            throw ApiException.invalid("Only one of after_seq, before_seq and ranges may be given.");
        }
        return new PageRequest(after, before, ranges, limit);
    }

    boolean descending() {
        return after == null && ranges == null;
    }

    /** The numbers of this page between the lowest visible number and the head; for ranges see {@link #spans}. */
    Span span(long minSeq, long head) {
        if (after != null) {
            long from = Math.max(minSeq, after == Long.MAX_VALUE ? after : after + 1);
            long room = head - from;
            return new Span(from, room < limit ? head : from + limit - 1);
        }
        long to = before == null ? head : Math.min(head, before - 1);
        return new Span(Math.max(minSeq, to - limit + 1), to);
    }

    /** The asked ranges within what is visible, at most {@code limit} numbers in all. */
    List<Span> spans(long minSeq, long head) {
        List<Span> spans = new ArrayList<>();
        long left = limit;
        for (long[] range : ranges) {
            long from = Math.max(minSeq, range[0]);
            long to = Math.min(head, range[1]);
            if (from <= to && left > 0) {
                to = to - from < left ? to : from + left - 1;
                left -= to - from + 1;
                spans.add(new Span(from, to));
            }
        }
        return spans;
    }

    private static List<long[]> ranges(JsonNode node) {
        if (node == null || node.isNull()) {
            return null;
        }
        if (!node.isArray() || node.size() > MOST_RANGES) {
            throw ApiException.invalid("ranges has to be a list of at most " + MOST_RANGES + " pairs.");
        }
        List<long[]> ranges = new ArrayList<>();
        for (JsonNode pair : node) {
            if (!pair.isArray() || pair.size() != 2 || !isSeq(pair.get(0)) || !isSeq(pair.get(1))) {
                throw ApiException.invalid("Each of ranges has to be a pair of numbers.");
            }
            if (pair.get(0).longValue() > pair.get(1).longValue()) {
                throw ApiException.invalid("A range has to rise.");
            }
            ranges.add(new long[] {pair.get(0).longValue(), pair.get(1).longValue()});
        }
        return ranges;
    }

    private static boolean isSeq(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong() && node.longValue() >= 0;
    }
}

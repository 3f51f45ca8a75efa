package dev.curlew.gateway.delivery;

import java.util.TreeSet;

/**
 * What one session knows of one conversation (rule 10). {@code high} is the highest number pushed to it. Everything up to
 * {@code known} is known without a gap; {@code reach} is the end of the run that is, apart from what {@code behind} names,
 * accounted for. While behind, known stays below the gap until a pull has closed it.
 */
final class Cursor {

    private static final int MOST_ACKED = 512;

    private final TreeSet<Long> acked = new TreeSet<>();
    private long high;
    private long known;
    private long reach;
    private long behind;
    private long version;
    private boolean verified;

    private Cursor(long high, long known, boolean verified) {
        this.high = high;
        this.known = known;
        this.reach = known;
        this.verified = verified;
    }

    /** The first push: whether something before it was missed is not yet verified. */
    static Cursor pushedFirst(long seq) {
        return new Cursor(seq, seq, false);
    }

    static Cursor ackedFirst(long seq) {
        Cursor cursor = new Cursor(0, seq, false);
        cursor.acked.add(seq);
        return cursor;
    }

    /** Nothing known and certain of it. */
    static Cursor empty() {
        return new Cursor(0, 0, true);
    }

    /** All up to this number is not the live stream's to bring. */
    static Cursor beginningAfter(long base) {
        return new Cursor(0, base, true);
    }

    /** The live stream begins again after this number. */
    void beginAfter(long base) {
        if (base > reach) {
            reach = base;
            advance();
        }
    }

    /** Nobody is told any more that it is behind. */
    void settle() {
        behind = 0;
        advance();
    }

    /** Whether a push of this number would be new and rising. */
    boolean accepts(long seq) {
        return seq > high && !acked.contains(seq);
    }

    /** Notes a push; true when it leaves a new gap. */
    boolean pushed(long seq) {
        high = seq;
        boolean gap = seq > reach && !ackedBetween(reach, seq);
        if (gap) {
            behind = Math.max(behind, seq);
        }
        reach = Math.max(reach, seq);
        advance();
        if (!acked.isEmpty()) {
            acked.headSet(high, true).clear();
        }
        return gap;
    }

    /** Notes pushes of all numbers from one to another when they are the next ones and nothing else is to be thought of. */
    boolean follows(long first, long last) {
        if (first != reach + 1 || first <= high || !acked.isEmpty()) {
            return false;
        }
        high = last;
        reach = last;
        advance();
        return true;
    }

    /** Notes a push whose body was left out: the hint that remains names it. */
    void leftOut(long seq) {
        high = seq;
        reach = Math.max(reach, seq);
        behind = Math.max(behind, seq);
        known = Math.min(known, seq - 1);
    }

    void acked(long seq) {
        if (seq > high) {
            acked.add(seq);
            if (acked.size() > MOST_ACKED) {
                acked.pollFirst();
            }
        }
        if (seq == reach + 1) {
            reach = seq;
        }
        advance();
    }

    /** Notes that a page spoke of {@code from..to} while the head was {@code head}. */
    void pulled(long from, long to, long head) {
        if (to < from || !(from <= known + 1 || !verified || to >= head)) {
            return;
        }
        known = Math.max(known, to);
        reach = Math.max(reach, known);
        verified |= to >= head;
        if (known >= behind) {
            behind = 0;
        }
        advance();
    }

    /** Compares with a head that something may be missing below; true when this session is behind it. */
    boolean compare(long head) {
        if (verified && known >= head) {
            return false;
        }
        behind = Math.max(behind, head);
        return true;
    }

    /** Notes the newest change the session was told of as a number; true when it is news. */
    boolean told(long newest) {
        boolean news = newest > version;
        version = Math.max(version, newest);
        return news;
    }

    void verify() {
        verified = true;
    }

    boolean verified() {
        return verified;
    }

    /** The number to pull up to, 0 when not behind. */
    long behind() {
        return behind;
    }

    long known() {
        return known;
    }

    private boolean ackedBetween(long below, long above) {
        long between = above - below - 1;
        return between <= acked.size() && acked.subSet(below + 1, above).size() == between;
    }

    private void advance() {
        while (!acked.isEmpty() && acked.contains(reach + 1)) {
            reach++;
        }
        if (behind == 0) {
            known = reach;
        }
    }
}

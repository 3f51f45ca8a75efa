package dev.curlew.protocol;

/**
 * Orders events that say where something stands by now: of one line, a socket is told only rising numbers, so that neither a repeat nor
 * one overtaken on the way takes a client back.
 *
 * @param name unique in its conversation
 */
public record Line(String name, long number) {

    /** How far a user has read. */
    public static Line read(long uid, long readSeq) {
        return new Line("read " + uid, readSeq);
    }

    /** What became of a message. */
    public static Line message(long seq, long version) {
        return new Line("message " + seq, version);
    }

    /** A change that happens once. */
    public static Line change(long version) {
        return new Line("change " + version, version);
    }
}

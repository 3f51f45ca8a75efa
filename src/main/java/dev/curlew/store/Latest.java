package dev.curlew.store;

/** The newest message of a group that shows: its number and its time in milliseconds, 0 for none. */
public record Latest(long seq, long time) {

    public static final Latest NONE = new Latest(0, 0);
}

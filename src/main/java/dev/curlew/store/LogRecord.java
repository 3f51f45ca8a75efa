package dev.curlew.store;

/** What was written to a {@link MessageLog}, as a reader gets it. */
public interface LogRecord {

    /** Which one it is, for a line in the log file. */
    String where();

    /** @throws IllegalArgumentException when it is not of that type, as one that another version wrote */
    <T> T value(Class<T> type);
}

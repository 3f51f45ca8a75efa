package dev.curlew.dev;

/** What plays MongoDB. */
public enum MongoKind {
    /** A real {@code mongod} when one is found, else the stand-in on a file. */
    AUTO_FILE,
    /** A real {@code mongod} when one is found, else the stand-in in memory. */
    AUTO_MEMORY,
    /** A real {@code mongod}; fails when there is none. */
    REAL,
    /** The stand-in, data in an H2 file. */
    STAND_IN_FILE,
    /** The stand-in, data gone when it ends. */
    STAND_IN_MEMORY
}

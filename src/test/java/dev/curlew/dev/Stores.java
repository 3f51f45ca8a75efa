package dev.curlew.dev;

/** The four stores a node needs, however they came to be: started here, in containers, or found running. */
public interface Stores extends AutoCloseable {

    StoreAddresses addresses();

    /** Blocks until each store answers; throws when one does not within a minute. */
    void awaitReady();

    /** Stops what was started; stores that were found running stay. */
    @Override
    void close();
}

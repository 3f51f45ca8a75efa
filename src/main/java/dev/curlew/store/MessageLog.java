package dev.curlew.store;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Function;

/**
 * What is on its way between the roles of a cluster: records of named topics, in order for each key. Kafka keeps them durably; where there
 * is no Kafka they are handed from node to node, and what is lost with a node is repaired from the stores (rule 11).
 */
public interface MessageLog {

    /** Succeeds when the record is where a reader will get it from. A failure after a while is an unknown outcome. */
    Future<Void> write(String topic, String key, Object value);

    /**
     * Reads a topic, a batch at a time, until it is stopped. A batch whose handling fails is handled again.
     *
     * @param handler called on the context this was called on; its future must complete
     * @param moved called there when other keys may come than before
     */
    Reading read(Vertx vertx, String topic, Function<List<LogRecord>, Future<Void>> handler, Runnable moved);

    /** Requests sent so far; a batch of records is one. */
    long requests();

    Future<Void> close();

    /** Somebody who reads. */
    interface Reading {

        /** Ends after the batch in flight is done, or was given up after a few seconds. */
        Future<Void> stop();
    }
}

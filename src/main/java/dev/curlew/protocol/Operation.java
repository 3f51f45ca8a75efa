package dev.curlew.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;

/**
 * One operation of the contract, reached by its name over the socket and by its twin over HTTP.
 * Failures are {@link ApiException}s; anything else is answered as internal error and logged.
 */
public interface Operation {

    /** The {@code op} on the wire. */
    String name();

    /** Runs for a logged-in caller; the result is encoded as the reply's {@code data}. */
    Future<?> run(Caller caller, ObjectNode data);
}

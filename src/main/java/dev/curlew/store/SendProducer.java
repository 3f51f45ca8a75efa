package dev.curlew.store;

import dev.curlew.protocol.SendRecord;
import io.vertx.core.Future;

/** Puts a send where it is durable. */
public interface SendProducer {

    /**
     * Records of one conversation keep the order of the calls. A failure after the produce timeout is an unknown outcome: the
     * record may still be there.
     */
    Future<Void> produce(SendRecord record);
}

package dev.curlew.store;

import dev.curlew.protocol.PushBatch;
import io.vertx.core.Future;

/** Queues events for a user's sockets on the way all live messages take, so that they keep their order. */
public interface EventProducer {

    Future<Void> produce(PushBatch batch);
}

package dev.curlew.store;

import dev.curlew.protocol.PushRecord;
import io.vertx.core.Future;

/** Queues events for the sockets of a user or of a group on the way all live messages take, so that they keep their order. */
public interface EventProducer {

    Future<Void> produce(PushRecord record);
}

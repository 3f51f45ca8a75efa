package dev.curlew.api.send;

import dev.curlew.domain.Review;
import dev.curlew.protocol.GroupSends.GroupSend;
import dev.curlew.protocol.SendRecord;
import dev.curlew.store.SendProducer;
import io.vertx.core.Future;

/** Where there is no Kafka a send of the server's own is durable once it has its place. */
public final class OutboxSendProducer implements SendProducer {

    private final GroupOutbox outbox;
    private final String lane;

    /** @param nodeId this node: what it sends to a conversation keeps its order */
    public OutboxSendProducer(GroupOutbox outbox, String nodeId) {
        this.outbox = outbox;
        this.lane = nodeId + "/server";
    }

    @Override
    public Future<Void> produce(SendRecord record) {
        return outbox.send(new GroupSend(record.message(), Review.PASS, record.origin(), lane))
                .mapEmpty();
    }
}

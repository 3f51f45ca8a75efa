package dev.curlew.persistence;

import dev.curlew.store.MessageLog;
import dev.curlew.store.chat.ReadMarker;
import dev.curlew.store.kafka.Topics;
import dev.curlew.store.mongo.MongoConversations;
import dev.curlew.store.mongo.MongoMessages;
import dev.curlew.store.mongo.MongoSeqUsers;
import dev.curlew.store.mongo.MongoSeqs;
import dev.curlew.store.redis.TotalCache;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Reads {@code toMongoTopic} and stores what it holds. */
public final class StoringVerticle extends VerticleBase {

    /** What it works with. */
    public record Parts(
            MessageLog log,
            MongoMessages messages,
            MongoSeqs seqs,
            MongoSeqUsers users,
            MongoConversations conversations,
            TotalCache totals,
            ReadMarker marker,
            MeterRegistry metrics) {}

    private final Parts parts;
    private MessageLog.Reading reading;

    public StoringVerticle(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Future<?> start() {
        BatchWriter writer = new BatchWriter(
                parts.messages(),
                parts.seqs(),
                parts.users(),
                parts.conversations(),
                parts.totals(),
                parts.marker(),
                parts.metrics());
        reading = parts.log().read(vertx, Topics.TO_MONGO, writer::write, () -> {});
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        return reading.stop();
    }
}

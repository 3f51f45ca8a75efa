package dev.curlew.sequencer;

import dev.curlew.store.MessageLog;
import dev.curlew.store.kafka.Topics;
import dev.curlew.store.mongo.MongoClaims;
import dev.curlew.store.mongo.MongoConversations;
import dev.curlew.store.mongo.MongoMessages;
import dev.curlew.store.mongo.MongoSeqs;
import dev.curlew.store.redis.ConversationIdCache;
import dev.curlew.store.redis.NumberAllocator;
import dev.curlew.store.redis.Placements;
import dev.curlew.store.redis.RedisCommands;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Reads {@code toRedisTopic} and gives single chats their order, where those are kept in MongoDB. */
public final class LogSequencerVerticle extends VerticleBase {

    /** What it works with. */
    public record Parts(
            MessageLog log,
            RedisCommands redis,
            NumberAllocator numbers,
            Placements placements,
            MongoClaims claims,
            MongoSeqs seqs,
            MongoMessages messages,
            MongoConversations conversations,
            ConversationIdCache conversationIds) {}

    private final Parts parts;
    private MessageLog.Reading reading;

    public LogSequencerVerticle(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Future<?> start() {
        ConversationStates states = new ConversationStates(
                parts.claims(), parts.seqs(), parts.conversations(), parts.conversationIds(), parts.redis());
        Numbering numbering = new Numbering(parts.numbers(), parts.claims(), parts.seqs(), states);
        BatchSequencer sequencer = new BatchSequencer(
                parts.claims(),
                new Replays(parts.messages(), parts.seqs()),
                numbering,
                states,
                parts.placements(),
                vertx.eventBus(),
                parts.log());
        reading = parts.log().read(vertx, Topics.TO_REDIS, sequencer::process, states::forgetAll);
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        return reading.stop();
    }
}

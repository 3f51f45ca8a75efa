package dev.curlew.sequencer;

import dev.curlew.config.KafkaConfig;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.GroupSends;
import dev.curlew.sequencer.group.GroupSequencer;
import dev.curlew.store.ReminderQueue;
import dev.curlew.store.group.HotCopies;
import dev.curlew.store.kafka.BatchConsumer;
import dev.curlew.store.kafka.KafkaWriter;
import dev.curlew.store.kafka.Topics;
import dev.curlew.store.mongo.ClaimStore;
import dev.curlew.store.mongo.ConversationStore;
import dev.curlew.store.mongo.MessageStore;
import dev.curlew.store.mongo.SeqStore;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageWriter;
import dev.curlew.store.redis.ConversationIdCache;
import dev.curlew.store.redis.GroupClaims;
import dev.curlew.store.redis.NumberAllocator;
import dev.curlew.store.redis.Placements;
import dev.curlew.store.redis.RedisCommands;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;

/** Reads {@code toRedisTopic} and gives single chats their order; takes sends to groups from the bus and gives those theirs. */
public final class SequencerVerticle extends VerticleBase {

    /** What it works with. */
    public record Parts(
            KafkaConfig kafka,
            KafkaWriter writer,
            RedisCommands redis,
            NumberAllocator numbers,
            Placements placements,
            ClaimStore claims,
            SeqStore seqs,
            MessageStore messages,
            ConversationStore conversations,
            ConversationIdCache conversationIds,
            GroupPipeline groups) {}

    /** What groups need. */
    public record GroupPipeline(
            String nodeId,
            GroupClaims claims,
            GroupMessageStore messages,
            GroupMessageWriter writer,
            HotCopies hot,
            ReminderQueue reminders) {}

    private final Parts parts;
    private BatchConsumer consumer;
    private GroupSequencer groups;
    private MessageConsumer<GroupSends> groupSends;

    public SequencerVerticle(Parts parts) {
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
                parts.writer());
        consumer = BatchConsumer.started(vertx, parts.kafka(), Topics.TO_REDIS, sequencer::process, states::forgetAll);
        GroupPipeline pipeline = parts.groups();
        groups = new GroupSequencer(
                context,
                pipeline.claims(),
                pipeline.messages(),
                pipeline.writer(),
                pipeline.hot(),
                parts.writer(),
                pipeline.reminders());
        groupSends = vertx.eventBus().consumer(BusAddresses.commands(pipeline.nodeId()));
        groupSends.handler(sends -> groups.place(sends.body()).onSuccess(sends::reply));
        return groupSends.completion();
    }

    @Override
    public Future<?> stop() {
        return groupSends.unregister().eventually(groups::stop).eventually(consumer::stop);
    }
}

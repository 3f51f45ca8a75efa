package dev.curlew.sequencer;

import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.GroupSends;
import dev.curlew.sequencer.group.GroupSequencer;
import dev.curlew.sequencer.group.GroupSequencer.Announcing;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageWriter;
import dev.curlew.store.redis.GroupClaims;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;

/** Takes sends from the bus and gives them their order: those to groups, and where single chats are kept in MySQL all others too. */
public final class SequencerVerticle extends VerticleBase {

    /** What it works with. */
    public record Parts(
            String nodeId,
            GroupClaims claims,
            GroupMessageStore messages,
            GroupMessageWriter writer,
            Announcing announcing) {}

    private final Parts parts;
    private GroupSequencer sequencer;
    private MessageConsumer<GroupSends> sends;

    public SequencerVerticle(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Future<?> start() {
        sequencer = new GroupSequencer(context, parts.claims(), parts.messages(), parts.writer(), parts.announcing());
        sends = vertx.eventBus().consumer(BusAddresses.commands(parts.nodeId()));
        sends.handler(some -> sequencer.place(some.body()).onSuccess(some::reply));
        return sends.completion();
    }

    @Override
    public Future<?> stop() {
        return sends.unregister().eventually(sequencer::stop);
    }
}

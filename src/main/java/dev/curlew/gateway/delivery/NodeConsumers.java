package dev.curlew.gateway.delivery;

import dev.curlew.api.send.PendingSends;
import dev.curlew.gateway.group.MembershipWords;
import dev.curlew.gateway.session.Replacements;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.NodeCommand;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's two addresses on the bus: what is to be delivered, and what is to be done. */
public final class NodeConsumers {

    private static final Logger log = LoggerFactory.getLogger(NodeConsumers.class);

    private final EventBus bus;
    private final String nodeId;
    private final GroupArrivals arrivals;
    private final PendingSends pending;
    private final Replacements replacements;
    private final MembershipWords memberships;
    private final BooleanSupplier canLook;

    public NodeConsumers(
            EventBus bus,
            String nodeId,
            GroupArrivals arrivals,
            PendingSends pending,
            Replacements replacements,
            MembershipWords memberships,
            BooleanSupplier canLook) {
        this.bus = bus;
        this.nodeId = nodeId;
        this.arrivals = arrivals;
        this.pending = pending;
        this.replacements = replacements;
        this.memberships = memberships;
        this.canLook = canLook;
    }

    /** Completes when every node of the cluster knows the addresses. */
    public Future<Void> start() {
        MessageConsumer<DeliveryBatch> deliveries = bus.consumer(BusAddresses.deliveries(nodeId));
        deliveries.handler(batch -> {
            Future<Void> written = arrivals.deliver(batch.body());
            if (batch.replyAddress() != null) {
                written.onSuccess(done -> batch.reply(new NodeCommand.Reply(true)));
            }
        });
        MessageConsumer<NodeCommand> control = bus.consumer(BusAddresses.control(nodeId));
        control.handler(command -> command.reply(new NodeCommand.Reply(obey(command.body()))));
        deliveries.exceptionHandler(failure -> log.error("Delivery failed", failure));
        control.exceptionHandler(failure -> log.error("Command failed", failure));
        return Future.all(deliveries.completion(), control.completion()).mapEmpty();
    }

    private boolean obey(NodeCommand command) {
        if (command instanceof NodeCommand.SettleSends settle) {
            pending.settle(settle.settled());
            return true;
        }
        if (command instanceof NodeCommand.Kick kick) {
            return replacements.here(kick);
        }
        if (command instanceof NodeCommand.HoldMembers hold) {
            memberships.hold(hold);
            return true;
        }
        if (command instanceof NodeCommand.MembersChanged news) {
            memberships.changed(news);
            return true;
        }
        return canLook.getAsBoolean();
    }
}

package dev.curlew.gateway.delivery;

import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.protocol.DeliveryBatch;
import dev.curlew.protocol.FanoutRecord;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What other nodes publish on the channel, delivered to the sessions that follow the group here, and to nobody else. */
public final class ChannelDeliveries {

    private static final Logger log = LoggerFactory.getLogger(ChannelDeliveries.class);

    private final String nodeId;
    private final SessionRegistry registry;
    private final GroupArrivals arrivals;

    public ChannelDeliveries(String nodeId, SessionRegistry registry, GroupArrivals arrivals) {
        this.nodeId = nodeId;
        this.registry = registry;
        this.arrivals = arrivals;
    }

    /** One record. The node that published it has delivered it already. */
    public void received(byte[] bytes) {
        try {
            FanoutRecord record = FanoutRecord.decode(bytes);
            // No session of the tenant, no business of this node's.
            if (!record.origin().equals(nodeId)
                    && registry.tenants().contains(record.delivery().tenant())) {
                arrivals.deliver(new DeliveryBatch(List.of(), List.of(record.delivery())));
            }
        } catch (IllegalArgumentException unreadable) {
            log.error("A record of the channel is passed over: {}", unreadable.getMessage());
        }
    }
}

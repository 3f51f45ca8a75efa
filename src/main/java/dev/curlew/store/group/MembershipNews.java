package dev.curlew.store.group;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.NodeCommand.HoldMembers;
import dev.curlew.protocol.NodeCommand.MembersChanged;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells gateways that a membership changed, so that they attach and detach the sockets of whom it is about. A word that gets lost is made
 * up for by the next heartbeat, in which each gateway compares.
 */
public final class MembershipNews {

    private static final DeliveryOptions WAIT = new DeliveryOptions().setSendTimeout(2_000);
    private static final DeliveryOptions MOMENT = new DeliveryOptions().setSendTimeout(1_000);
    private static final int MOST_UIDS = 5_000;
    private static final int TRIES = 3;

    private final EventBus bus;
    private final Supplier<Set<String>> gateways;

    public MembershipNews(EventBus bus, Supplier<Set<String>> gateways) {
        this.bus = bus;
        this.gateways = gateways;
    }

    /**
     * Before a departure commits: what is said after it must not reach who goes, and a word that follows the commit could be overtaken.
     * Done when all gateways keep such messages back; one that does not answer is not waited for longer than a moment.
     */
    Future<Void> hold(String tenant, GroupId group, List<Long> uids) {
        if (uids.isEmpty()) {
            return Future.succeededFuture();
        }
        HoldMembers hold = new HoldMembers(tenant, group.value(), uids);
        return Future.join(gateways.get().stream()
                        .map(node -> bus.request(BusAddresses.control(node), hold, MOMENT))
                        .toList())
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    /** After the change committed and its copies were dropped. */
    void changed(String tenant, GroupId group, Collection<Long> uids) {
        List<Long> all = uids.stream().distinct().toList();
        for (int from = 0; from < all.size(); from += MOST_UIDS) {
            List<Long> some = List.copyOf(all.subList(from, Math.min(all.size(), from + MOST_UIDS)));
            tell(new MembersChanged(tenant, group.value(), some, false));
        }
    }

    void ended(String tenant, GroupId group) {
        tell(new MembersChanged(tenant, group.value(), List.of(), true));
    }

    private void tell(MembersChanged news) {
        gateways.get().forEach(node -> tell(node, news, 1));
    }

    private void tell(String node, MembersChanged news, int attempt) {
        bus.request(BusAddresses.control(node), news, WAIT).onFailure(failure -> {
            if (attempt < TRIES && gateways.get().contains(node)) {
                tell(node, news, attempt + 1);
            }
        });
    }
}

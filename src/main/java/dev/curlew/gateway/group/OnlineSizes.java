package dev.curlew.gateway.group;

import dev.curlew.store.GroupKey;
import dev.curlew.store.redis.OnlineIndex;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Future;
import java.util.Comparator;
import java.util.List;

/**
 * How many members are online in the groups with the most sessions on this node, over all nodes. Only so many, as each is a label of
 * its own; one pipeline a heartbeat.
 */
public final class OnlineSizes {

    private static final int MOST_GROUPS = 20;

    private final LocalGroups local;
    private final OnlineIndex index;
    private final MultiGauge gauge;

    public OnlineSizes(LocalGroups local, OnlineIndex index, MeterRegistry meters) {
        this.local = local;
        this.index = index;
        this.gauge = MultiGauge.builder("curlew.group.online.members")
                .description("Members online over all nodes, of the groups with the most sessions on this node")
                .register(meters);
    }

    /** Never fails: while Redis is away the numbers stay. */
    Future<Void> pass() {
        List<GroupKey> largest = local.all().stream()
                .sorted(Comparator.comparingInt(
                                (AttachedGroup group) -> group.sessions().size())
                        .reversed())
                .limit(MOST_GROUPS)
                .map(AttachedGroup::key)
                .toList();
        return index.sizes(largest)
                .<Void>map(sizes -> {
                    gauge.register(
                            largest.stream()
                                    .map(group -> MultiGauge.Row.of(
                                            Tags.of(
                                                    "tenant",
                                                    group.tenant(),
                                                    "topic",
                                                    group.id().topic()),
                                            sizes.get(group)))
                                    .toList(),
                            true);
                    return null;
                })
                .otherwiseEmpty();
    }
}

package dev.curlew.push;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.GroupReminders;
import dev.curlew.protocol.GroupReminders.Item;
import dev.curlew.push.Away.Target;
import dev.curlew.store.GroupKey;
import dev.curlew.store.Receivers;
import dev.curlew.store.group.MemberShards;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reminds members of groups who are away. It goes through the members a shard at a time, however many messages of the group are due, asks for
 * each shard who is online, and makes a call for a thousand of those who are not; both at a pace, as nobody waits for it and others use the
 * same stores. It fails, to be done again, while a store cannot be asked; marks keep what was done before from being done twice.
 */
final class GroupReminder {

    /** Shorter than a mark lives, by as much as clocks may differ: so what is read again after its mark has ended reminds nobody. */
    static final long MOST_AGE_MS = Marks.LIFE_S * 1_000 - 5 * 60_000;

    private static final Logger LOG = LoggerFactory.getLogger(GroupReminder.class);

    private final MemberShards members;
    private final Away away;
    private final Receivers receivers;
    private final Composer composer;
    private final GroupCalls.Tools tools;
    private final Pace pace;
    private boolean stopped;

    /** @param pace of members gone through */
    GroupReminder(
            MemberShards members,
            Away away,
            Receivers receivers,
            Composer composer,
            GroupCalls.Tools tools,
            Pace pace) {
        this.members = members;
        this.away = away;
        this.receivers = receivers;
        this.composer = composer;
        this.tools = tools;
        this.pace = pace;
    }

    /** One group after the other. */
    Future<Void> remind(Collection<GroupReminders> tasks) {
        Map<GroupKey, List<Item>> byGroup = new LinkedHashMap<>();
        long oldest = System.currentTimeMillis() - MOST_AGE_MS;
        for (GroupReminders task : tasks) {
            GroupKey group = new GroupKey(task.tenant(), new GroupId(task.groupId()));
            if (task.at() < oldest) {
                tools.meters().outdated(task.items().size());
                LOG.warn(
                        "Too late to remind of, tenant {}, topic {}: {}",
                        task.tenant(),
                        group.id(),
                        task.items().stream().map(Item::seq).toList());
            } else {
                byGroup.computeIfAbsent(group, key -> new ArrayList<>()).addAll(task.items());
            }
        }
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<GroupKey, List<Item>> one : byGroup.entrySet()) {
            chain = chain.compose(done -> remind(one.getKey(), one.getValue()));
        }
        return chain;
    }

    /** What is under way ends with the call that is being made. */
    void stop() {
        stopped = true;
    }

    private Future<Void> remind(GroupKey group, List<Item> items) {
        String tenant = group.tenant();
        return Future.all(receivers.notReminded(tenant, group.id().conversation()), composer.previews(tenant))
                .compose(both -> {
                    Set<Long> quiet = both.resultAt(0);
                    boolean preview = both.resultAt(1);
                    List<GroupCalls> calls = items.stream()
                            .map(item -> new GroupCalls(
                                    item,
                                    Composer.ofGroup(tenant, group.id(), item, preview, false),
                                    Composer.ofGroup(tenant, group.id(), item, preview, true),
                                    tools))
                            .toList();
                    List<Target> gathered = new ArrayList<>();
                    return members.each(tenant, group.id(), shard -> gather(tenant, shard, quiet, calls, gathered))
                            .compose(all -> drain(calls, gathered, 1))
                            .compose(done -> each(calls, GroupCalls::finish));
                });
    }

    private Future<Void> gather(
            String tenant, List<Long> shard, Set<Long> quiet, List<GroupCalls> calls, List<Target> gathered) {
        return pace.take(shard.size())
                .compose(free -> stopped ? stopping() : away.of(tenant, shard))
                .compose(absent -> {
                    List<Long> wanted =
                            absent.stream().filter(uid -> !quiet.contains(uid)).toList();
                    tools.meters().suppressed((absent.size() - wanted.size()) * calls.size());
                    return away.targets(tenant, wanted);
                })
                .compose(targets -> {
                    gathered.addAll(targets);
                    return drain(calls, gathered, MemberShards.SIZE);
                });
    }

    /** Calls for a thousand at a time, as long as there are {@code least}. */
    private Future<Void> drain(List<GroupCalls> calls, List<Target> gathered, int least) {
        if (gathered.size() < least) {
            return Future.succeededFuture();
        }
        List<Target> some = gathered.subList(0, Math.min(MemberShards.SIZE, gathered.size()));
        List<Target> taken = List.copyOf(some);
        some.clear();
        return each(calls, one -> one.remind(taken)).compose(done -> drain(calls, gathered, least));
    }

    private Future<Void> each(List<GroupCalls> calls, Function<GroupCalls, Future<Void>> work) {
        Future<Void> chain = Future.succeededFuture();
        for (GroupCalls one : calls) {
            chain = chain.compose(done -> stopped ? stopping() : work.apply(one));
        }
        return chain;
    }

    private static <T> Future<T> stopping() {
        return Future.failedFuture("This node is stopping; another one goes on.");
    }
}

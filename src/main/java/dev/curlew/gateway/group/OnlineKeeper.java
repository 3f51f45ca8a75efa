package dev.curlew.gateway.group;

import dev.curlew.store.GroupKey;
import dev.curlew.store.redis.OnlineIndex;
import dev.curlew.store.redis.OnlineIndex.Change;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps Redis told of which members of groups this node holds. One pipeline is under way at a time and says what holds when it leaves; what
 * changes meanwhile goes with the next. Each heartbeat says all again, so whatever is wrong there is put right.
 */
public final class OnlineKeeper {

    private static final Logger log = LoggerFactory.getLogger(OnlineKeeper.class);
    private static final int GROUPS_AT_ONCE = 500;
    private static final int UIDS_AT_ONCE = 10_000;

    private final OnlineIndex index;
    private final LocalGroups local;
    private final String nodeId;
    private final Counter failures;
    private Map<GroupKey, Set<Long>> changed = new HashMap<>();
    private Future<Void> last = Future.succeededFuture();
    private boolean gathering;
    private boolean stopped;
    private boolean lost;

    public OnlineKeeper(OnlineIndex index, LocalGroups local, String nodeId, MeterRegistry meters) {
        this.index = index;
        this.local = local;
        this.nodeId = nodeId;
        this.failures = Counter.builder("curlew.group.index.failures")
                .description("Times the online members of groups could not be written to Redis")
                .register(meters);
    }

    /** A user began or ceased to follow a group here. Done when Redis was told, or could not be; the heartbeat tells it then. */
    synchronized Future<Void> changed(GroupKey group, long uid) {
        if (stopped) {
            return last;
        }
        changed.computeIfAbsent(group, key -> new HashSet<>()).add(uid);
        if (!gathering) {
            gathering = true;
            last = last.transform(before -> write());
        }
        return last;
    }

    /** Says all again. */
    synchronized Future<Void> pass() {
        if (!stopped) {
            last = last.transform(before -> say());
        }
        return last;
    }

    /** Takes this node out; nothing is written any more. */
    synchronized Future<Void> stop() {
        stopped = true;
        List<Change> all = new ArrayList<>();
        local.all().forEach(group -> all.add(new Change(group.key(), List.of(), group.uids())));
        last = last.transform(before -> inTurn(all));
        return last;
    }

    private Future<Void> write() {
        List<Change> changes = new ArrayList<>();
        synchronized (this) {
            changed.forEach((group, uids) -> {
                Set<Long> came = new HashSet<>(uids);
                came.removeIf(uid -> !local.holds(group, uid));
                uids.removeAll(came);
                changes.add(new Change(group, came, uids));
            });
            changed = new HashMap<>();
            gathering = false;
        }
        return inTurn(changes);
    }

    private Future<Void> inTurn(List<Change> changes) {
        Future<Void> done = Future.succeededFuture();
        for (int from = 0; from < changes.size(); from += GROUPS_AT_ONCE) {
            List<Change> some = changes.subList(from, Math.min(changes.size(), from + GROUPS_AT_ONCE));
            done = done.compose(before -> index.change(nodeId, some));
        }
        return noted(done);
    }

    private Future<Void> say() {
        Future<Void> done = Future.succeededFuture();
        Map<GroupKey, Set<Long>> some = new HashMap<>();
        int uids = 0;
        for (AttachedGroup group : local.all()) {
            Set<Long> held = group.uids();
            if (held.isEmpty()) {
                continue;
            }
            some.put(group.key(), held);
            uids += held.size();
            if (some.size() >= GROUPS_AT_ONCE || uids >= UIDS_AT_ONCE) {
                Map<GroupKey, Set<Long>> now = Map.copyOf(some);
                done = done.compose(before -> index.say(nodeId, now));
                some.clear();
                uids = 0;
            }
        }
        return noted(done.compose(before -> index.say(nodeId, some)));
    }

    private Future<Void> noted(Future<Void> written) {
        return written.onSuccess(done -> lost = false).recover(failure -> {
            failures.increment();
            if (!lost) {
                log.warn("Online members of groups cannot be written, the heartbeat will: {}", failure.getMessage());
            }
            lost = true;
            return Future.succeededFuture();
        });
    }
}

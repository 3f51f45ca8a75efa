package dev.curlew.store.group;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.store.Fallbacks;
import dev.curlew.store.redis.HotAccount;
import dev.curlew.store.redis.HotAccount.Standing;
import dev.curlew.store.redis.HotMessages;
import dev.curlew.store.redis.HotMessages.Found;
import dev.curlew.store.redis.HotMessages.Kept;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Copies in Redis of what was said lately in large groups, where many read the same at once. They save work only: whoever
 * misses one reads MySQL. What they take is added up behind the callers' backs, one call at a time for each tenant.
 */
public final class HotCopies {

    /** After this many in a row the account is left for the next call to go on with. */
    private static final int MOST_ROUNDS = 8;

    private static final long READS_NOTED_AFTER_MS = 1_000;

    private final HotMessages hot;
    private final HotAccount account;
    private final GroupReader groups;
    private final Fallbacks fallbacks;
    private final int largeThreshold;
    private final Map<String, Ledger> ledgers = new ConcurrentHashMap<>();

    /** @param largeThreshold members from which on a group is large */
    public HotCopies(HotMessages hot, HotAccount account, GroupReader groups, Fallbacks fallbacks, int largeThreshold) {
        this.largeThreshold = largeThreshold;
        this.hot = hot;
        this.account = account;
        this.groups = groups;
        this.fallbacks = fallbacks;
    }

    /** What is to be told to the account of a tenant. */
    private static final class Ledger {
        private Map<String, Standing> waiting = new HashMap<>();
        private boolean busy;
        private long told;

        void add(String topic, Long bytes, boolean used) {
            waiting.merge(topic, new Standing(bytes, used), Standing::then);
        }
    }

    /** @see HotMessages#generation */
    public String generation() {
        return hot.generation();
    }

    /** Never fails: without Redis nothing is found. */
    public Future<Found> range(String tenant, GroupId group, long from, long to) {
        return hot.range(tenant, group.topic(), from, to)
                .onSuccess(found -> {
                    if (!found.isEmpty()) {
                        used(tenant, group);
                    }
                })
                .onFailure(redisAway -> fallbacks.faulted())
                .otherwise(redisAway -> Found.nothing());
    }

    /**
     * Keeps what was read from MySQL, if the group is one whose messages have copies. Never fails.
     *
     * @param messages nothing has happened to, and all may see
     * @param holes numbers between them that no message will have
     * @param generation from before it was read
     */
    public Future<Void> fill(
            String tenant, GroupId group, Collection<Message> messages, Collection<Long> holes, String generation) {
        if (messages.isEmpty() && holes.isEmpty()) {
            return Future.succeededFuture();
        }
        return isLarge(tenant, group)
                .compose(large -> large
                        ? keep(tenant, List.of(new Kept(group.topic(), messages, holes)), generation)
                        : Future.succeededFuture())
                .otherwiseEmpty();
    }

    /** Those of the groups whose messages have copies; none when it cannot be told. */
    public Future<List<GroupId>> large(String tenant, Collection<GroupId> some) {
        List<GroupId> all = List.copyOf(some);
        List<Future<Boolean>> asked =
                all.stream().map(group -> isLarge(tenant, group)).toList();
        return Future.join(asked).map(done -> {
            List<GroupId> large = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                if (asked.get(i).result()) {
                    large.add(all.get(i));
                }
            }
            return large;
        });
    }

    /** Keeps messages of large groups that were just stored. Fails when Redis does not take them; nothing is lost by that. */
    public Future<Void> keep(String tenant, Collection<Kept> kept, String generation) {
        return hot.keep(tenant, kept, generation)
                .onSuccess(sizes -> note(tenant, sizes))
                .mapEmpty();
    }

    private Future<Boolean> isLarge(String tenant, GroupId group) {
        return groups.find(tenant, group)
                .map(found -> found.map(one -> one.isLarge(largeThreshold)).orElse(false))
                .otherwise(false);
    }

    /** That a group is read keeps its copies; it may be told a little later. */
    private void used(String tenant, GroupId group) {
        Ledger ledger = ledgers.computeIfAbsent(tenant, code -> new Ledger());
        synchronized (ledger) {
            ledger.add(group.topic(), null, true);
            if (System.currentTimeMillis() - ledger.told < READS_NOTED_AFTER_MS) {
                return;
            }
        }
        tell(tenant, ledger, MOST_ROUNDS);
    }

    private void note(String tenant, Map<String, Long> sizes) {
        if (sizes.isEmpty()) {
            return;
        }
        Ledger ledger = ledgers.computeIfAbsent(tenant, code -> new Ledger());
        synchronized (ledger) {
            sizes.forEach((topic, bytes) -> ledger.add(topic, bytes, true));
        }
        tell(tenant, ledger, MOST_ROUNDS);
    }

    private void tell(String tenant, Ledger ledger, int rounds) {
        Map<String, Standing> some;
        synchronized (ledger) {
            if (ledger.busy || ledger.waiting.isEmpty() || rounds == 0) {
                return;
            }
            ledger.busy = true;
            ledger.told = System.currentTimeMillis();
            some = ledger.waiting;
            ledger.waiting = new HashMap<>();
        }
        account.note(tenant, some)
                .compose(most -> most.isEmpty() ? Future.succeededFuture(most) : hot.shrink(tenant, most))
                .onComplete(ended -> {
                    synchronized (ledger) {
                        ledger.busy = false;
                        if (ended.succeeded()) {
                            ended.result().forEach((topic, bytes) -> ledger.add(topic, bytes, false));
                        }
                    }
                    tell(tenant, ledger, ended.succeeded() ? rounds - 1 : 0);
                });
    }
}

package dev.curlew.api.conversation;

import dev.curlew.domain.GroupId;
import dev.curlew.store.mysql.GroupMarks;
import dev.curlew.store.mysql.TopicHeads;
import dev.curlew.store.redis.UncountedCache;
import dev.curlew.store.redis.UncountedCache.State;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The numbers of groups that do not count as unread. Redis has them up to some number, and whoever first asks beyond it adds the rest: so
 * a message costs nothing here, however many members there are, and one small query when the first of them looks.
 */
public final class GroupUncounted {

    private final UncountedCache cache;
    private final GroupMarks marks;
    private final TopicHeads heads;

    public GroupUncounted(UncountedCache cache, GroupMarks marks, TopicHeads heads) {
        this.cache = cache;
        this.marks = marks;
        this.heads = heads;
    }

    Future<Void> load(String tenant, long uid, List<String> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture();
        }
        // Up to which numbers are there is asked first: those below are all in the store when they are read.
        return Future.all(cache.states(tenant, uid, ids), heads.heads(tenant, ids))
                .compose(both -> {
                    Map<String, State> states = both.resultAt(0);
                    Map<String, Long> upTo = both.resultAt(1);
                    List<String> unloaded =
                            ids.stream().filter(id -> !states.get(id).loaded()).toList();
                    List<Future<?>> all = new ArrayList<>();
                    all.add(loadAll(tenant, uid, unloaded, upTo));
                    ids.stream()
                            .filter(id -> states.get(id).loaded())
                            .forEach(id ->
                                    all.add(extend(tenant, id, states.get(id).upto(), upTo.get(id))));
                    return Future.all(all);
                })
                .mapEmpty();
    }

    private Future<Void> extend(String tenant, String id, long above, long upTo) {
        return marks.uncounted(tenant, group(id), above, upTo)
                .compose(numbers -> cache.extend(tenant, id, upTo, numbers));
    }

    private Future<?> loadAll(String tenant, long uid, List<String> ids, Map<String, Long> upTo) {
        if (ids.isEmpty()) {
            return Future.succeededFuture();
        }
        // Opened first, so that a number that is added while the store is read is not lost.
        return cache.begin(tenant, uid, ids)
                .compose(open -> Future.all(forAll(tenant, ids, upTo), own(tenant, uid, ids)))
                .compose(both ->
                        cache.end(tenant, uid, ids, both.<Map<String, List<Long>>>resultAt(0), both.resultAt(1)))
                .compose(done -> Future.all(ids.stream()
                        .map(id -> cache.extend(tenant, id, upTo.get(id), List.of()))
                        .toList()));
    }

    /** Without Redis. */
    Future<Map<String, Set<Long>>> fromStore(String tenant, long uid, List<String> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return heads.heads(tenant, ids)
                .compose(upTo -> Future.all(forAll(tenant, ids, upTo), own(tenant, uid, ids)))
                .map(both -> {
                    Map<String, Set<Long>> numbers = new HashMap<>();
                    both.<Map<String, List<Long>>>resultAt(0)
                            .forEach((id, seqs) -> numbers.put(id, new HashSet<>(seqs)));
                    both.<Map<String, List<Long>>>resultAt(1)
                            .forEach((id, seqs) -> numbers.get(id).addAll(seqs));
                    return numbers;
                });
    }

    private Future<Map<String, List<Long>>> forAll(String tenant, List<String> ids, Map<String, Long> upTo) {
        Map<String, List<Long>> found = new HashMap<>();
        List<Future<List<Long>>> reads = ids.stream()
                .map(id -> marks.uncounted(tenant, group(id), 0, upTo.get(id))
                        .onSuccess(numbers -> found.put(id, numbers)))
                .toList();
        return Future.all(reads).map(found);
    }

    private Future<Map<String, List<Long>>> own(String tenant, long uid, List<String> ids) {
        return marks.deletedBy(
                tenant, uid, ids.stream().map(GroupUncounted::group).toList());
    }

    private static GroupId group(String id) {
        return GroupId.ofMessages(id).orElseThrow();
    }
}

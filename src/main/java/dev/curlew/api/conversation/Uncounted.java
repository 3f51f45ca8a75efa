package dev.curlew.api.conversation;

import dev.curlew.domain.GroupId;
import dev.curlew.store.chat.ChangeLog;
import dev.curlew.store.chat.ClaimStore;
import dev.curlew.store.redis.PositionCache.Question;
import dev.curlew.store.redis.UncountedCache;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The numbers that do not count as unread (rule 13): holes, revoked and deleted ones, those sent not to count, and what the user deleted
 * for oneself. The claims and the change log know them for good; Redis has them as sorted sets, loaded from there when missing.
 */
public final class Uncounted {

    private final UncountedCache cache;
    private final ClaimStore claims;
    private final ChangeLog changes;
    private final GroupUncounted groups;

    public Uncounted(UncountedCache cache, ClaimStore claims, ChangeLog changes, GroupUncounted groups) {
        this.groups = groups;
        this.cache = cache;
        this.claims = claims;
        this.changes = changes;
    }

    /** Puts into Redis what it misses for these, all of one user: two queries, however many conversations. */
    Future<Void> load(String tenant, List<Question> questions) {
        if (questions.isEmpty()) {
            return Future.succeededFuture();
        }
        long uid = questions.get(0).uid();
        List<String> ids = ids(questions, false);
        return Future.all(loadOthers(tenant, uid, ids), groups.load(tenant, uid, ids(questions, true)))
                .mapEmpty();
    }

    private Future<Void> loadOthers(String tenant, long uid, List<String> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture();
        }
        // Opened first, so that a number that is added while the store is read is not lost.
        return cache.begin(tenant, uid, ids)
                .compose(open -> Future.all(claims.uncounted(tenant, ids), changes.deletedBy(tenant, uid, ids)))
                .compose(both ->
                        cache.end(tenant, uid, ids, both.<Map<String, List<Long>>>resultAt(0), both.resultAt(1)));
    }

    /** Without Redis: all such numbers by conversation. */
    Future<Map<String, Set<Long>>> fromStore(String tenant, List<Question> questions) {
        List<String> ids = ids(questions, false);
        long uid = questions.get(0).uid();
        return Future.all(
                        claims.uncounted(tenant, ids),
                        changes.deletedBy(tenant, uid, ids),
                        groups.fromStore(tenant, uid, ids(questions, true)))
                .map(both -> {
                    Map<String, Set<Long>> numbers = new HashMap<>(both.<Map<String, Set<Long>>>resultAt(2));
                    ids.forEach(id -> numbers.put(id, new HashSet<>()));
                    both.<Map<String, List<Long>>>resultAt(0)
                            .forEach((id, seqs) -> numbers.get(id).addAll(seqs));
                    both.<Map<String, List<Long>>>resultAt(1)
                            .forEach((id, seqs) -> numbers.get(id).addAll(seqs));
                    return numbers;
                });
    }

    private static List<String> ids(Collection<Question> questions, boolean ofGroups) {
        return questions.stream()
                .map(Question::conversationId)
                .filter(id -> GroupId.ofMessages(id).isPresent() == ofGroups)
                .toList();
    }
}

package dev.curlew.api.relation;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.TenantDirectory.Tenant;
import dev.curlew.store.relation.RelationSets;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What users may do to each other by the tenant's settings and their own relations. Blocking holds whatever the settings
 * are. Answered from sets in Redis, those who ask at the same time together.
 */
public final class RelationRules implements Contacts {

    /** Who may write to whom: {@code all} or {@code friends}. */
    public static final String CHAT = "chat_policy";
    /** Who may know whether a user is online: {@code all}, {@code friends} or {@code nobody}. */
    public static final String PRESENCE = "presence_policy";
    /** How users become friends: by {@code request}, or {@code direct}. */
    public static final String FRIEND = "friend_policy";

    public static final String ALL = "all";
    public static final String FRIENDS = "friends";
    public static final String NOBODY = "nobody";
    public static final String REQUEST = "request";
    public static final String DIRECT = "direct";

    private final TenantDirectory tenants;
    private final RelationSets sets;

    public RelationRules(TenantDirectory tenants, RelationSets sets) {
        this.tenants = tenants;
        this.sets = sets;
    }

    @Override
    public Future<Optional<ApiException>> refusal(String tenant, long uid, long to) {
        return setting(tenant, CHAT, ALL).compose(policy -> {
            Future<Boolean> blocked = sets.hasBlocked(tenant, to, uid);
            Future<Boolean> known =
                    policy.equals(FRIENDS) ? sets.areFriends(tenant, uid, to) : Future.succeededFuture(true);
            return Future.all(blocked, known).map(both -> {
                if (blocked.result()) {
                    return Optional.of(blocked());
                }
                return known.result()
                        ? Optional.empty()
                        : Optional.of(new ApiException(ErrorCode.NOT_FRIEND, "Only friends can write to this user."));
            });
        });
    }

    /** Fails with 40303 when {@code to} has blocked the user. */
    Future<Void> requireNotBlocked(String tenant, long uid, long to) {
        return sets.hasBlocked(tenant, to, uid)
                .compose(blocked -> blocked ? Future.failedFuture(blocked()) : Future.succeededFuture());
    }

    /** Whether users become friends without a request. */
    Future<Boolean> direct(String tenant) {
        return setting(tenant, FRIEND, REQUEST).map(DIRECT::equals);
    }

    @Override
    public Future<Set<Long>> visible(String tenant, long uid, Collection<Long> others) {
        Set<Long> visible = ConcurrentHashMap.newKeySet();
        return setting(tenant, PRESENCE, ALL)
                .compose(policy -> {
                    List<Future<?>> answers = new ArrayList<>();
                    for (long other : others) {
                        answers.add(visible(policy, tenant, uid, other).onSuccess(yes -> {
                            if (yes) {
                                visible.add(other);
                            }
                        }));
                    }
                    return Future.join(answers);
                })
                .transform(asked -> Future.succeededFuture(visible));
    }

    private Future<Boolean> visible(String policy, String tenant, long uid, long other) {
        if (uid == other) {
            return Future.succeededFuture(true);
        }
        if (policy.equals(NOBODY)) {
            return Future.succeededFuture(false);
        }
        Future<Boolean> blocked = sets.hasBlocked(tenant, other, uid);
        Future<Boolean> known =
                policy.equals(FRIENDS) ? sets.areFriends(tenant, uid, other) : Future.succeededFuture(true);
        return Future.all(blocked, known).map(both -> !blocked.result() && known.result());
    }

    private Future<String> setting(String tenant, String name, String otherwise) {
        return tenants.find(tenant)
                .map(found ->
                        found.map((Tenant one) -> one.text(name, otherwise)).orElse(otherwise));
    }

    private static ApiException blocked() {
        return new ApiException(ErrorCode.BLOCKED, "This user does not want to hear from you.");
    }
}

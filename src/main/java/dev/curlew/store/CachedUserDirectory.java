package dev.curlew.store;

import dev.curlew.protocol.ApiException;
import dev.curlew.store.mysql.UserStore;
import dev.curlew.store.redis.UserProfileCache;
import dev.curlew.store.redis.UserProfileCache.AccountKey;
import dev.curlew.store.redis.UserProfileCache.Fill;
import dev.curlew.store.redis.UserProfileCache.Read;
import dev.curlew.store.redis.UserProfileCache.UserKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users from Redis, on a miss from MySQL, which then fills Redis; from MySQL alone while Redis is away. Callers at
 * the same time share one Redis pipeline and one query per tenant.
 */
public final class CachedUserDirectory implements UserDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(CachedUserDirectory.class);
    private static final int MAX_BATCH = 500;
    private static final int MAX_WAITING = 50_000;
    private static final long RETRY_MS = 1000;

    private final Vertx vertx;
    private final UserStore store;
    private final UserProfileCache cache;
    private final long cacheTtlMs;
    // The values are futures so that a tenant whose database fails does not fail the others of its batch.
    private final Coalescer<UserKey, Future<UserProfile>> profiles;
    private final Coalescer<AccountKey, Future<Long>> accounts;

    public CachedUserDirectory(Vertx vertx, UserStore store, UserProfileCache cache, long cacheTtlSeconds) {
        this.vertx = vertx;
        this.store = store;
        this.cache = cache;
        this.cacheTtlMs = TimeUnit.SECONDS.toMillis(cacheTtlSeconds);
        this.profiles = new Coalescer<>(this::loadProfiles, MAX_BATCH, MAX_WAITING);
        this.accounts = new Coalescer<>(this::loadAccounts, MAX_BATCH, MAX_WAITING);
    }

    @Override
    public Future<Optional<UserProfile>> find(String tenant, long uid) {
        return profiles.get(new UserKey(tenant, uid)).compose(CachedUserDirectory::unwrap);
    }

    @Override
    public Future<Optional<UserProfile>> findByAccount(String tenant, String account) {
        return uid(tenant, account)
                .compose(uid -> uid.isPresent() ? find(tenant, uid.get()) : Future.succeededFuture(Optional.empty()));
    }

    /** The uid of an account; empty when there is none. */
    public Future<Optional<Long>> uid(String tenant, String account) {
        return accounts.get(new AccountKey(tenant, account)).compose(CachedUserDirectory::unwrap);
    }

    /**
     * Runs a change of users: MySQL commits first, then Redis is told to forget. Redis being away holds nothing up;
     * forgetting is tried again until the cached value would have ended by itself.
     */
    public <T> Future<T> change(String tenant, List<Long> uids, Supplier<Future<T>> commit) {
        List<UserKey> users = uids.stream().map(uid -> new UserKey(tenant, uid)).toList();
        if (users.isEmpty()) {
            return commit.get();
        }
        return cache.barrier(users)
                .otherwiseEmpty()
                .compose(ready -> commit.get())
                .recover(failure -> changedNothing(failure)
                        ? drop(users, System.currentTimeMillis()).transform(done -> Future.failedFuture(failure))
                        : Future.failedFuture(failure))
                .compose(result ->
                        drop(users, System.currentTimeMillis() + cacheTtlMs).map(result));
    }

    /** As {@link #change}, and the account leads nowhere afterwards. */
    public Future<Void> delete(String tenant, long uid, Supplier<Future<Void>> commit) {
        return find(tenant, uid)
                .compose(user -> change(tenant, List.of(uid), commit)
                        .compose(done -> user.isEmpty()
                                ? Future.succeededFuture()
                                // A copy that stays for a while leads to a user who is not there any more.
                                : cache.dropUid(new AccountKey(
                                                tenant, user.get().account()))
                                        .otherwiseEmpty()));
    }

    private Future<Void> drop(List<UserKey> users, long until) {
        return cache.drop(users).recover(failure -> {
            LOG.warn("Changed users could not be dropped from Redis, trying again: {}", failure.toString());
            if (System.currentTimeMillis() < until) {
                vertx.setTimer(RETRY_MS, timer -> drop(users, until));
            }
            return Future.succeededFuture();
        });
    }

    /** A 50300 may stand for a commit that is still to come; the barrier has to outlast that. */
    private static boolean changedNothing(Throwable failure) {
        return failure instanceof ApiException refusal && !refusal.code().retryable();
    }

    private static <T> Future<Optional<T>> unwrap(Optional<Future<T>> answer) {
        return answer.isPresent() ? answer.get().map(Optional::of) : Future.succeededFuture(Optional.empty());
    }

    private Future<Map<UserKey, Future<UserProfile>>> loadProfiles(List<UserKey> users) {
        return cache.read(users)
                .otherwise(redisAway -> Collections.nCopies(users.size(), new Read(null, null)))
                .compose(reads -> {
                    Map<UserKey, Future<UserProfile>> found = new HashMap<>();
                    Map<UserKey, String> leases = new HashMap<>();
                    List<UserKey> missing = new ArrayList<>();
                    for (int i = 0; i < users.size(); i++) {
                        if (reads.get(i).profile() != null) {
                            found.put(
                                    users.get(i),
                                    Future.succeededFuture(reads.get(i).profile()));
                        } else {
                            missing.add(users.get(i));
                            leases.put(users.get(i), reads.get(i).lease());
                        }
                    }
                    return fromMysql(missing, UserKey::tenant, UserKey::uid, store::profiles)
                            .compose(read -> {
                                found.putAll(read);
                                return fill(read, leases).map(found);
                            });
                });
    }

    private Future<Void> fill(Map<UserKey, Future<UserProfile>> read, Map<UserKey, String> leases) {
        List<Fill> fills = new ArrayList<>();
        read.forEach((key, profile) -> {
            if (profile.succeeded() && leases.get(key) != null) {
                fills.add(new Fill(key.tenant(), profile.result(), leases.get(key)));
            }
        });
        return fills.isEmpty() ? Future.succeededFuture() : cache.fill(fills).otherwiseEmpty();
    }

    private Future<Map<AccountKey, Future<Long>>> loadAccounts(List<AccountKey> keys) {
        return cache.uids(keys)
                .otherwise(redisAway -> Collections.nCopies(keys.size(), null))
                .compose(uids -> {
                    Map<AccountKey, Future<Long>> found = new HashMap<>();
                    List<AccountKey> missing = new ArrayList<>();
                    for (int i = 0; i < keys.size(); i++) {
                        if (uids.get(i) != null) {
                            found.put(keys.get(i), Future.succeededFuture(uids.get(i)));
                        } else {
                            missing.add(keys.get(i));
                        }
                    }
                    return fromMysql(missing, AccountKey::tenant, AccountKey::account, store::uids)
                            .compose(read -> {
                                found.putAll(read);
                                List<Future<Void>> fills = new ArrayList<>();
                                read.forEach((key, uid) -> {
                                    if (uid.succeeded()) {
                                        fills.add(cache.fillUid(key, uid.result()));
                                    }
                                });
                                return Future.join(fills).otherwiseEmpty().map(found);
                            });
                });
    }

    private interface Query<I, V> {
        Future<Map<I, V>> run(String tenant, List<I> ids);
    }

    /** One query per tenant; a failed one is the answer to its own keys only. */
    private static <K, I, V> Future<Map<K, Future<V>>> fromMysql(
            List<K> keys, Function<K, String> tenantOf, Function<K, I> idOf, Query<I, V> query) {
        Map<String, Map<I, K>> byTenant = new HashMap<>();
        for (K key : keys) {
            byTenant.computeIfAbsent(tenantOf.apply(key), tenant -> new HashMap<>())
                    .put(idOf.apply(key), key);
        }
        Map<K, Future<V>> answers = new ConcurrentHashMap<>();
        List<Future<?>> queries = new ArrayList<>();
        byTenant.forEach((tenant, ids) -> queries.add(query.run(tenant, List.copyOf(ids.keySet()))
                .onSuccess(found -> found.forEach((id, value) -> {
                    if (ids.containsKey(id)) {
                        answers.put(ids.get(id), Future.succeededFuture(value));
                    }
                }))
                .onFailure(failure -> ids.values().forEach(key -> answers.put(key, Future.failedFuture(failure))))));
        return Future.join(queries).otherwiseEmpty().map(answers);
    }
}

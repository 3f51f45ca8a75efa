package dev.curlew.store.redis;

import dev.curlew.protocol.Json;
import dev.curlew.store.UserDirectory.UserProfile;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Public profiles as JSON text and account → uid, in Redis, aside of MySQL. Secrets are no part of them.
 *
 * <p>A profile key holds either the JSON or, for seconds, a mark: the lease of the reader who fills it after a miss, or the
 * barrier of a writer before its commit. A fill counts only while its own lease is there, so a value read before a change
 * is never cached after it. An account never changes its uid, so that mapping needs no such care.
 */
public final class UserProfileCache {

    private static final Script LEASE = Script.load("cache_lease");
    private static final Script FILL = Script.load("cache_fill");
    private static final String MARK_LIFE_S = "30";
    private static final String BARRIER = "barrier";

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final String ttlS;

    public UserProfileCache(RedisCommands redis, RedisKeys keys, long ttlSeconds) {
        this.redis = redis;
        this.keys = keys;
        this.ttlS = Long.toString(ttlSeconds);
    }

    /** A user of a tenant. */
    public record UserKey(String tenant, long uid) {}

    /** An account of a tenant. */
    public record AccountKey(String tenant, String account) {}

    /**
     * What the cache said: a profile, or a lease to fill it with, or neither while someone else fills or changes it.
     */
    public record Read(UserProfile profile, String lease) {}

    /** A profile read from MySQL under a lease. */
    public record Fill(String tenant, UserProfile profile, String lease) {}

    /** In the order of the keys, in one pipeline. */
    public Future<List<Read>> read(List<UserKey> users) {
        String lease = "lease:" + UUID.randomUUID();
        List<Request> requests = users.stream()
                .map(user -> redis.script(
                        LEASE, List.of(keys.userProfile(user.tenant(), user.uid())), List.of(lease, MARK_LIFE_S)))
                .toList();
        return redis.batch(requests).map(responses -> {
            List<Read> reads = new ArrayList<>(responses.size());
            responses.forEach(response -> reads.add(parse(response.toString(), lease)));
            return reads;
        });
    }

    public Future<Void> fill(List<Fill> fills) {
        return redis.batch(fills.stream()
                        .map(fill -> redis.script(
                                FILL,
                                List.of(keys.userProfile(
                                        fill.tenant(), fill.profile().uid())),
                                List.of(fill.lease(), Json.text(fill.profile()), ttlS)))
                        .toList())
                .mapEmpty();
    }

    /** Before a change commits: readers go to MySQL and fill nothing until it is dropped or some seconds passed. */
    public Future<Void> barrier(List<UserKey> users) {
        return redis.batch(users.stream()
                        .map(user -> Request.cmd(Command.SET)
                                .arg(keys.userProfile(user.tenant(), user.uid()))
                                .arg(BARRIER)
                                .arg("EX")
                                .arg(MARK_LIFE_S))
                        .toList())
                .mapEmpty();
    }

    /** After a change committed. */
    public Future<Void> drop(List<UserKey> users) {
        return redis.batch(users.stream()
                        .map(user -> Request.cmd(Command.DEL).arg(keys.userProfile(user.tenant(), user.uid())))
                        .toList())
                .mapEmpty();
    }

    /** Uids in the order of the accounts, null where not cached; in one pipeline. */
    public Future<List<Long>> uids(List<AccountKey> accounts) {
        return redis.batch(accounts.stream()
                        .map(key -> Request.cmd(Command.GET).arg(keys.account(key.tenant(), key.account())))
                        .toList())
                .map(responses -> {
                    List<Long> uids = new ArrayList<>(responses.size());
                    responses.forEach(response -> uids.add(number(response)));
                    return uids;
                });
    }

    public Future<Void> fillUid(AccountKey account, long uid) {
        return redis.send(Request.cmd(Command.SET)
                        .arg(keys.account(account.tenant(), account.account()))
                        .arg(uid)
                        .arg("EX")
                        .arg(ttlS))
                .mapEmpty();
    }

    public Future<Void> dropUid(AccountKey account) {
        return redis.send(Request.cmd(Command.DEL).arg(keys.account(account.tenant(), account.account())))
                .mapEmpty();
    }

    private static Long number(Response response) {
        return response == null ? null : response.toLong();
    }

    private static Read parse(String value, String lease) {
        if (value.equals(lease)) {
            return new Read(null, lease);
        }
        if (!value.startsWith("{")) {
            return new Read(null, null);
        }
        try {
            return new Read(Json.read(value, UserProfile.class), null);
        } catch (IllegalArgumentException unreadable) {
            return new Read(null, null);
        }
    }
}

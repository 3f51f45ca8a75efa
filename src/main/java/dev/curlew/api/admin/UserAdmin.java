package dev.curlew.api.admin;

import dev.curlew.api.auth.PasswordHasher;
import dev.curlew.api.auth.Revocations;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.CachedUserDirectory;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.mysql.UserStore;
import dev.curlew.store.mysql.UserStore.NewUser;
import dev.curlew.store.mysql.UserStore.ProfileChange;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an administrator does with the users of a tenant. */
public final class UserAdmin {

    private final TenantDirectory tenants;
    private final UserStore users;
    private final CachedUserDirectory directory;
    private final PasswordHasher passwords;
    private final Revocations revocations;
    private final int hashesAtOnce;

    /** @param hashParallelism threads that hash; a list of users takes at most half of them, so that logins go on */
    public UserAdmin(
            TenantDirectory tenants,
            UserStore users,
            CachedUserDirectory directory,
            PasswordHasher passwords,
            Revocations revocations,
            int hashParallelism) {
        this.tenants = tenants;
        this.users = users;
        this.directory = directory;
        this.passwords = passwords;
        this.revocations = revocations;
        this.hashesAtOnce = Math.max(1, hashParallelism / 2);
    }

    /** A user to make, or to update with what is not null. */
    public record Account(String account, String password, String nickname, String faceUrl) {}

    /** What became of one account of a list. */
    public record Result(String account, long uid, boolean created) {}

    /** Makes or updates users, none of them with a deleted user's account (40900); results in the order of the list, of which an account may be part once. */
    public Future<List<Result>> upsert(String tenant, List<Account> accounts) {
        Map<String, Account> distinct = new LinkedHashMap<>();
        for (Account account : accounts) {
            if (distinct.put(account.account(), account) != null) {
                return Future.failedFuture(
                        ApiException.invalid("users: account " + account.account() + " is named twice."));
            }
        }
        return known(tenant)
                .compose(found -> hashed(accounts))
                .compose(hashed -> users.uids(tenant, List.copyOf(distinct.keySet()))
                        .compose(existing -> directory.change(
                                tenant, List.copyOf(existing.values()), () -> users.upsert(tenant, hashed))))
                .compose(created -> users.uids(tenant, List.copyOf(distinct.keySet()))
                        .compose(uids -> uids.size() == accounts.size()
                                ? Future.succeededFuture(uids)
                                // Deleted in the meantime.
                                : Future.failedFuture(UserStore.reserved(missing(distinct, uids))))
                        .map(uids -> accounts.stream()
                                .map(account -> new Result(
                                        account.account(),
                                        uids.get(account.account()),
                                        created.contains(account.account())))
                                .toList()));
    }

    private static String missing(Map<String, Account> wanted, Map<String, Long> found) {
        return wanted.keySet().stream()
                .filter(account -> !found.containsKey(account))
                .findFirst()
                .orElseThrow();
    }

    /** Those there are, each once, in the order they are named; fails with 40400 for an unknown tenant. */
    public Future<List<UserProfile>> find(String tenant, List<Long> uids, List<String> accounts) {
        return known(tenant).compose(there -> {
            List<Future<Optional<UserProfile>>> found = new ArrayList<>();
            uids.forEach(uid -> found.add(directory.find(tenant, uid)));
            accounts.forEach(account -> found.add(directory.findByAccount(tenant, account)));
            return Future.join(found)
                    .map(all -> found.stream()
                            .flatMap(one -> one.result().stream())
                            .filter(user -> !user.deleted())
                            .distinct()
                            .toList());
        });
    }

    /**
     * Changes a user and answers how they are then. Fails with 40400 for an unknown tenant or user. Done again after a failure it comes to
     * the same.
     *
     * @param profile null leaves it
     * @param disabled null leaves it
     */
    public Future<UserProfile> change(String tenant, long uid, ProfileChange profile, Boolean disabled) {
        return known(tenant)
                .compose(found -> directory.change(
                        tenant,
                        List.of(uid),
                        () -> (profile == null ? Future.<Void>succeededFuture() : users.update(tenant, uid, profile))
                                .compose(done -> disabled == null
                                        ? Future.succeededFuture()
                                        : revocations.setUserDisabled(tenant, uid, disabled))))
                .compose(done -> directory.find(tenant, uid))
                .map(user -> user.orElseThrow(() -> ApiException.notFound("user")));
    }

    private Future<TenantDirectory.Tenant> known(String tenant) {
        return tenants.find(tenant)
                .compose(found -> found.map(Future::succeededFuture)
                        .orElseGet(() -> Future.failedFuture(ApiException.notFound("tenant"))));
    }

    private Future<List<NewUser>> hashed(List<Account> accounts) {
        NewUser[] users = new NewUser[accounts.size()];
        List<Future<Void>> lanes = new ArrayList<>();
        for (int lane = 0; lane < hashesAtOnce; lane++) {
            lanes.add(hash(accounts, users, lane));
        }
        return Future.all(lanes).map(done -> List.of(users));
    }

    private Future<Void> hash(List<Account> accounts, NewUser[] users, int index) {
        if (index >= accounts.size()) {
            return Future.succeededFuture();
        }
        Account account = accounts.get(index);
        if (account.password() == null) {
            users[index] = new NewUser(account.account(), null, account.nickname(), account.faceUrl());
            return hash(accounts, users, index + hashesAtOnce);
        }
        return passwords.hash(account.password(), () -> true).compose(hash -> {
            users[index] = new NewUser(account.account(), hash, account.nickname(), account.faceUrl());
            return hash(accounts, users, index + hashesAtOnce);
        });
    }
}

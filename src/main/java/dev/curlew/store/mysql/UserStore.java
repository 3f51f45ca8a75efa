package dev.curlew.store.mysql;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.UserDirectory.UserProfile;
import io.vertx.core.Future;
import io.vertx.mysqlclient.MySQLClient;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Table {@code users} of each tenant's database: the final source of accounts and profiles. A deleted user's row stays, with an
 * empty profile; its account is nobody's any more and is never given again, so an account means one uid for good.
 */
public final class UserStore {

    private static final String PROFILE =
            "uid, IF(deleted_at = 0, account, '') AS account, nickname, face_url, signature, ex, disabled";

    private final MysqlPool pool;
    private final Databases databases;

    public UserStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /**
     * A user to make or update; null fields keep what is there, or take the default.
     *
     * @param phoneHash of a proven phone; only for a user to make
     */
    public record NewUser(String account, String passwordHash, String nickname, String faceUrl, String phoneHash) {

        public NewUser(String account, String passwordHash, String nickname, String faceUrl) {
            this(account, passwordHash, nickname, faceUrl, null);
        }
    }

    /** Whose an account is, or was. */
    public record Known(long uid, boolean deleted) {}

    /**
     * What a login needs of a user, read from MySQL and never cached.
     *
     * @param passwordHash null for a user without a password
     * @param now the database server's clock, milliseconds
     */
    public record Credentials(long uid, String passwordHash, boolean disabled, long now) {}

    /** Null fields stay as they are. */
    public record ProfileChange(String nickname, String faceUrl, String signature, String ex) {}

    /** The new uid; fails with 40900 when the account or the phone is taken. */
    public Future<Long> insert(String tenant, NewUser user) {
        return pool.query(insertInto(tenant) + insertValues(1), insertTuple(List.of(user)))
                .map(rows -> rows.property(MySQLClient.LAST_INSERTED_ID))
                .recover(failure -> Future.failedFuture(MysqlPool.duplicateKey(failure) ? taken(failure) : failure));
    }

    /**
     * Makes those that are new and updates the others; the accounts that are new. Accounts are different ones. Fails with 40900
     * when one was a deleted user's, before anything is done.
     */
    public Future<Set<String>> upsert(String tenant, List<NewUser> users) {
        return known(tenant, users.stream().map(NewUser::account).toList()).compose(existing -> {
            for (Map.Entry<String, Known> one : existing.entrySet()) {
                if (one.getValue().deleted()) {
                    return Future.failedFuture(reserved(one.getKey()));
                }
            }
            List<NewUser> added = new ArrayList<>();
            List<Tuple> changed = new ArrayList<>();
            for (NewUser user : users) {
                if (!existing.containsKey(user.account())) {
                    added.add(user);
                } else if (user.passwordHash() != null || user.nickname() != null || user.faceUrl() != null) {
                    changed.add(Tuple.of(
                            user.passwordHash(),
                            user.nickname(),
                            user.faceUrl(),
                            existing.get(user.account()).uid()));
                }
            }
            Future<?> inserted = added.isEmpty()
                    ? Future.succeededFuture()
                    // Whoever made the account in the meantime keeps it as it is.
                    : pool.query(
                            insertInto(tenant) + insertValues(added.size())
                                    + " ON DUPLICATE KEY UPDATE account = account",
                            insertTuple(added));
            return inserted.compose(done -> pool.batch(
                            "UPDATE " + users(tenant) + " SET password_hash = COALESCE(?, password_hash), nickname ="
                                    + " COALESCE(?, nickname), face_url = COALESCE(?, face_url), updated_at = "
                                    + RevocationStore.NOW + " WHERE uid = ? AND deleted_at = 0",
                            changed))
                    .map(done -> {
                        Set<String> made = new HashSet<>();
                        added.forEach(user -> made.add(user.account()));
                        return made;
                    });
        });
    }

    public Future<Map<Long, UserProfile>> profiles(String tenant, List<Long> uids) {
        String sql = "SELECT " + PROFILE + " FROM " + users(tenant) + " WHERE uid IN ("
                + MysqlPool.placeholders(uids.size()) + ")";
        return pool.query(sql, MysqlPool.padded(uids)).map(rows -> {
            Map<Long, UserProfile> found = new HashMap<>();
            rows.forEach(row -> found.put(row.getLong("uid"), profile(row)));
            return found;
        });
    }

    /** Exactly these accounts: the collation ignores trailing spaces, accounts do not. Without deleted users. */
    public Future<Map<String, Long>> uids(String tenant, List<String> accounts) {
        return known(tenant, accounts).map(known -> {
            Map<String, Long> found = new HashMap<>();
            known.forEach((account, user) -> {
                if (!user.deleted()) {
                    found.put(account, user.uid());
                }
            });
            return found;
        });
    }

    /** As {@link #uids}, with deleted users. */
    public Future<Map<String, Known>> known(String tenant, List<String> accounts) {
        if (accounts.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        String sql = "SELECT uid, account, deleted_at FROM " + users(tenant) + " WHERE account IN ("
                + MysqlPool.placeholders(accounts.size()) + ")";
        return pool.query(sql, MysqlPool.padded(accounts)).map(rows -> {
            Map<String, Known> found = new HashMap<>();
            rows.forEach(row ->
                    found.put(row.getString("account"), new Known(row.getLong("uid"), row.getLong("deleted_at") > 0)));
            return found;
        });
    }

    /** Empty when nobody has proven the phone. */
    public Future<Optional<Long>> uidOfPhone(String tenant, String phoneHash) {
        return pool.query("SELECT uid FROM " + users(tenant) + " WHERE phone_hash = ?", phoneHash)
                .map(rows -> rows.size() == 0
                        ? Optional.empty()
                        : Optional.of(rows.iterator().next().getLong("uid")));
    }

    /** Empty for an unknown and for a deleted user. */
    public Future<Optional<Credentials>> credentials(String tenant, long uid) {
        String sql = "SELECT uid, password_hash, disabled, " + RevocationStore.NOW + " AS now_ms FROM " + users(tenant)
                + " WHERE uid = ? AND deleted_at = 0";
        return pool.query(sql, uid).map(rows -> {
            for (Row row : rows) {
                return Optional.of(new Credentials(
                        row.getLong("uid"),
                        row.getString("password_hash"),
                        row.getBoolean("disabled"),
                        row.getLong("now_ms")));
            }
            return Optional.empty();
        });
    }

    /** Fails with 40400 when there is no such user. */
    public Future<Void> update(String tenant, long uid, ProfileChange change) {
        String sql = "UPDATE " + users(tenant)
                + " SET nickname = COALESCE(?, nickname), face_url = COALESCE(?, face_url),"
                + " signature = COALESCE(?, signature), ex = COALESCE(?, ex), updated_at = " + RevocationStore.NOW
                + " WHERE uid = ? AND deleted_at = 0";
        return pool.query(sql, change.nickname(), change.faceUrl(), change.signature(), change.ex(), uid)
                .compose(rows -> rows.rowCount() == 0
                        ? Future.failedFuture(ApiException.notFound("User"))
                        : Future.succeededFuture());
    }

    private static ApiException taken(Throwable duplicate) {
        boolean phone = String.valueOf(duplicate.getMessage()).contains("uk_users_phone");
        return new ApiException(ErrorCode.CONFLICT, phone ? "The phone is taken." : "The account is taken.");
    }

    /** The account was a deleted user's, and stays so. */
    public static ApiException reserved(String account) {
        return new ApiException(ErrorCode.CONFLICT, "The account " + account + " was a deleted user's.");
    }

    private String users(String tenant) {
        return databases.tenant(tenant, "users");
    }

    private String insertInto(String tenant) {
        return "INSERT INTO " + users(tenant)
                + " (account, password_hash, nickname, face_url, phone_hash, created_at, updated_at) VALUES ";
    }

    private static String insertValues(int rows) {
        String row = "(?, ?, ?, ?, ?, " + RevocationStore.NOW + ", " + RevocationStore.NOW + ")";
        return String.join(",", Collections.nCopies(rows, row));
    }

    private static Tuple insertTuple(List<NewUser> users) {
        Tuple tuple = Tuple.tuple();
        for (NewUser user : users) {
            tuple.addValue(user.account())
                    .addValue(user.passwordHash())
                    .addValue(Objects.requireNonNullElse(user.nickname(), user.account()))
                    .addValue(Objects.requireNonNullElse(user.faceUrl(), ""))
                    .addValue(user.phoneHash());
        }
        return tuple;
    }

    private static UserProfile profile(Row row) {
        return new UserProfile(
                row.getLong("uid"),
                row.getString("account"),
                row.getString("nickname"),
                row.getString("face_url"),
                row.getString("signature"),
                row.getString("ex"),
                row.getBoolean("disabled"));
    }
}

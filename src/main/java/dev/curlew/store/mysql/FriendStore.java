package dev.curlew.store.mysql;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tables {@code friends} and {@code relation_pairs} of each tenant's database. */
public final class FriendStore {

    private static final String COLUMNS = "friend_uid, remark, created_at";

    private final MysqlPool pool;
    private final Databases databases;

    public FriendStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /**
     * A friend as one side has them.
     *
     * @param remark what that side calls the friend, may be empty
     * @param createdAt milliseconds
     */
    public record Friend(long uid, String remark, long createdAt) {}

    /** By uid, those above {@code after}. */
    public Future<List<Friend>> page(String tenant, long uid, long after, int limit) {
        String sql = "SELECT " + COLUMNS + " FROM " + friends(tenant)
                + " WHERE uid = ? AND friend_uid > ? ORDER BY friend_uid LIMIT ?";
        return pool.query(sql, uid, after, limit).map(rows -> {
            List<Friend> page = new ArrayList<>(rows.size());
            rows.forEach(row -> page.add(friend(row)));
            return page;
        });
    }

    public Future<Optional<Friend>> find(String tenant, long uid, long friend) {
        return pool.query(one(tenant), uid, friend).map(FriendStore::first);
    }

    /** False when they are no friends. */
    public Future<Boolean> remark(String tenant, long uid, long friend, String remark) {
        String sql = "UPDATE " + friends(tenant) + " SET remark = ? WHERE uid = ? AND friend_uid = ?";
        return pool.query(sql, remark, uid, friend).map(rows -> rows.rowCount() > 0);
    }

    /** Whatever else is to change between these two waits until the transaction has ended. */
    public Future<Void> lock(SqlConnection transaction, String tenant, long one, long other) {
        String sql = "INSERT INTO " + databases.tenant(tenant, "relation_pairs")
                + " (low_uid, high_uid) VALUES (?, ?) ON DUPLICATE KEY UPDATE low_uid = low_uid";
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.of(Math.min(one, other), Math.max(one, other)))
                .mapEmpty();
    }

    /** Within a transaction that holds the pair. */
    public Future<Optional<Friend>> find(SqlConnection transaction, String tenant, long uid, long friend) {
        return transaction
                .preparedQuery(one(tenant) + " FOR UPDATE")
                .execute(Tuple.of(uid, friend))
                .map(FriendStore::first);
    }

    /** Makes them friends, on both sides. */
    public Future<Void> link(SqlConnection transaction, String tenant, long one, long other) {
        return insert(transaction, tenant, one, other).compose(done -> insert(transaction, tenant, other, one));
    }

    /** Ends a friendship on both sides; false when there was none. */
    public Future<Boolean> unlink(SqlConnection transaction, String tenant, long one, long other) {
        return delete(transaction, tenant, one, other)
                .compose(first -> delete(transaction, tenant, other, one)
                        .map(second -> first.rowCount() + second.rowCount() > 0));
    }

    /** Within a transaction. */
    public Future<Void> remark(SqlConnection transaction, String tenant, long uid, long friend, String remark) {
        return transaction
                .preparedQuery("UPDATE " + friends(tenant) + " SET remark = ? WHERE uid = ? AND friend_uid = ?")
                .execute(Tuple.of(remark, uid, friend))
                .mapEmpty();
    }

    private Future<Void> insert(SqlConnection transaction, String tenant, long uid, long friend) {
        String sql = "INSERT INTO " + friends(tenant) + " (uid, friend_uid, created_at) VALUES (?, ?, "
                + RevocationStore.NOW + ") ON DUPLICATE KEY UPDATE friend_uid = friend_uid";
        return transaction.preparedQuery(sql).execute(Tuple.of(uid, friend)).mapEmpty();
    }

    private Future<RowSet<Row>> delete(SqlConnection transaction, String tenant, long uid, long friend) {
        return transaction
                .preparedQuery("DELETE FROM " + friends(tenant) + " WHERE uid = ? AND friend_uid = ?")
                .execute(Tuple.of(uid, friend));
    }

    private String one(String tenant) {
        return "SELECT " + COLUMNS + " FROM " + friends(tenant) + " WHERE uid = ? AND friend_uid = ?";
    }

    private String friends(String tenant) {
        return databases.tenant(tenant, "friends");
    }

    private static Optional<Friend> first(RowSet<Row> rows) {
        for (Row row : rows) {
            return Optional.of(friend(row));
        }
        return Optional.empty();
    }

    private static Friend friend(Row row) {
        return new Friend(row.getLong("friend_uid"), row.getString("remark"), row.getLong("created_at"));
    }
}

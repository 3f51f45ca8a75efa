package dev.curlew.store.mysql;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Table {@code blocks} of each tenant's database: whom a user wants to hear nothing from. */
public final class BlockStore {

    private final MysqlPool pool;
    private final Databases databases;

    public BlockStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /** @param createdAt milliseconds */
    public record Blocked(long uid, long createdAt) {}

    /** By uid, those above {@code after}. */
    public Future<List<Blocked>> page(String tenant, long uid, long after, int limit) {
        String sql = "SELECT blocked_uid, created_at FROM " + table(tenant)
                + " WHERE uid = ? AND blocked_uid > ? ORDER BY blocked_uid LIMIT ?";
        return pool.query(sql, uid, after, limit).map(rows -> {
            List<Blocked> page = new ArrayList<>(rows.size());
            rows.forEach(row -> page.add(new Blocked(row.getLong("blocked_uid"), row.getLong("created_at"))));
            return page;
        });
    }

    /** False when the user was blocked already. */
    public Future<Boolean> add(String tenant, long uid, long blocked) {
        String sql = "INSERT IGNORE INTO " + table(tenant) + " (uid, blocked_uid, created_at) VALUES (?, ?, "
                + RevocationStore.NOW + ")";
        return pool.query(sql, uid, blocked).map(rows -> rows.rowCount() > 0);
    }

    /** False when the user was not blocked. */
    public Future<Boolean> remove(String tenant, long uid, long blocked) {
        return pool.query("DELETE FROM " + table(tenant) + " WHERE uid = ? AND blocked_uid = ?", uid, blocked)
                .map(rows -> rows.rowCount() > 0);
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "blocks");
    }
}

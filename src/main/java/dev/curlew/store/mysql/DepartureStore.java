package dev.curlew.store.mysql;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Table {@code im_departures}: deleted users who have not left everything yet, and what there is for them to leave. */
public final class DepartureStore {

    private final MysqlPool pool;
    private final Databases databases;

    public DepartureStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    public Future<List<Long>> open(String tenant, int limit) {
        return uids("SELECT uid FROM " + table(tenant, "im_departures") + " ORDER BY created_at LIMIT ?", limit);
    }

    public Future<List<Long>> friendsOf(String tenant, long uid, int limit) {
        return uids("SELECT friend_uid AS uid FROM " + table(tenant, "friends") + " WHERE uid = ? LIMIT ?", uid, limit);
    }

    /** Whoever is to own a group after this one: the admin, else the member, who has been in it for longest. */
    public Future<OptionalLong> successor(String tenant, long groupId, long owner) {
        String sql =
                "SELECT m.uid AS uid FROM " + table(tenant, "im_group_members") + " m JOIN " + table(tenant, "users")
                        + " u ON u.uid = m.uid WHERE m.group_id = ? AND m.state = 'active' AND m.uid <> ? AND u.deleted_at = 0"
                        + " ORDER BY m.role = 'admin' DESC, m.joined_at, m.uid LIMIT 1";
        return uids(sql, groupId, owner)
                .map(found -> found.isEmpty() ? OptionalLong.empty() : OptionalLong.of(found.get(0)));
    }

    /** The user is in nothing any more; what they asked of others, and whom they blocked, goes with it. */
    public Future<Void> done(String tenant, long uid) {
        return pool.query(
                        "DELETE FROM " + table(tenant, "friend_requests")
                                + " WHERE state = 'pending' AND (from_uid = ? OR to_uid = ?)",
                        uid,
                        uid)
                .compose(requests -> pool.query("DELETE FROM " + table(tenant, "blocks") + " WHERE uid = ?", uid))
                .compose(blocks -> pool.query("DELETE FROM " + table(tenant, "im_departures") + " WHERE uid = ?", uid))
                .mapEmpty();
    }

    private Future<List<Long>> uids(String sql, Object... values) {
        return pool.query(sql, values).map(rows -> {
            List<Long> uids = new ArrayList<>(rows.size());
            rows.forEach(row -> uids.add(row.getLong("uid")));
            return uids;
        });
    }

    private String table(String tenant, String name) {
        return databases.tenant(tenant, name);
    }
}

package dev.curlew.store.mysql;

import dev.curlew.store.Coalescer;
import dev.curlew.store.LastSeen;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When a user's last session ended: {@code users.last_seen_at}, written in batches. */
public final class LastSeenStore implements LastSeen {

    private record Seen(String tenant, long uid, long ms) {}

    private final MysqlPool pool;
    private final Databases databases;
    private final Coalescer<Seen, Boolean> writes;

    public LastSeenStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
        this.writes = new Coalescer<>(this::write, 500, 100_000);
    }

    /** Ends when it is written; an older time never replaces a newer one. */
    @Override
    public Future<Void> seen(String tenant, long uid, long ms) {
        return writes.get(new Seen(tenant, uid, ms)).mapEmpty();
    }

    @Override
    public Future<Map<Long, Long>> read(String tenant, List<Long> uids) {
        if (uids.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        String sql = "SELECT uid, last_seen_at FROM " + databases.tenant(tenant, "users") + " WHERE uid IN ("
                + MysqlPool.placeholders(uids.size()) + ")";
        return pool.query(sql, MysqlPool.padded(uids)).map(rows -> {
            Map<Long, Long> found = new HashMap<>();
            rows.forEach(row -> found.put(row.getLong("uid"), row.getLong("last_seen_at")));
            return found;
        });
    }

    private Future<Map<Seen, Boolean>> write(List<Seen> batch) {
        Map<String, List<Tuple>> byTenant = new HashMap<>();
        for (Seen seen : batch) {
            byTenant.computeIfAbsent(seen.tenant(), code -> new ArrayList<>()).add(Tuple.of(seen.ms(), seen.uid()));
        }
        List<Future<Void>> writing = new ArrayList<>();
        byTenant.forEach((tenant, rows) -> writing.add(pool.batch(
                "UPDATE " + databases.tenant(tenant, "users")
                        + " SET last_seen_at = GREATEST(last_seen_at, ?) WHERE uid = ? AND deleted_at = 0",
                rows)));
        return Future.join(writing).map(Map.of());
    }
}

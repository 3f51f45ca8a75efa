package dev.curlew.store.mysql;

import dev.curlew.store.SetSource;
import dev.curlew.store.redis.SetCache;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who is in groups, from {@code im_group_members}; the id of a set is the group's number. Of a group that has ended it is those who were in
 * it then, since they are still to be told.
 */
public final class GroupSetSource implements SetSource {

    private final MysqlPool pool;
    private final Databases databases;
    private final String which;

    private GroupSetSource(MysqlPool pool, Databases databases, String which) {
        this.pool = pool;
        this.databases = databases;
        this.which = which;
    }

    /** Everybody. */
    public static GroupSetSource members(MysqlPool pool, Databases databases) {
        return new GroupSetSource(pool, databases, "");
    }

    /** Owner and admins. */
    public static GroupSetSource admins(MysqlPool pool, Databases databases) {
        return new GroupSetSource(pool, databases, " AND m.role IN ('owner', 'admin')");
    }

    @Override
    public Future<Void> read(String tenant, Collection<String> ids, Pieces to) {
        Future<Void> chain = Future.succeededFuture();
        for (String id : ids) {
            chain = chain.compose(done -> read(tenant, id, 0, to));
        }
        return chain;
    }

    private Future<Void> read(String tenant, String id, long afterUid, Pieces to) {
        String sql = "SELECT m.uid FROM " + from(tenant) + " WHERE m.group_id = ? AND m.uid > ?" + which
                + " AND m.state = 'active' ORDER BY m.uid LIMIT " + SetCache.PIECE;
        return pool.query(sql, Long.parseLong(id), afterUid).compose(rows -> {
            List<Long> uids = new ArrayList<>(rows.size());
            rows.forEach(row -> uids.add(row.getLong("uid")));
            Future<Void> taken = to.take(id, uids);
            return uids.size() < SetCache.PIECE
                    ? taken
                    : taken.compose(done -> read(tenant, id, uids.get(uids.size() - 1), to));
        });
    }

    @Override
    public Future<Map<String, Set<Long>>> among(String tenant, Map<String, Set<Long>> asked) {
        List<String> pairs = new ArrayList<>();
        Tuple values = Tuple.tuple();
        asked.forEach((id, uids) -> uids.forEach(uid -> {
            pairs.add("(?, ?)");
            values.addValue(Long.parseLong(id)).addValue(uid);
        }));
        if (pairs.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        String sql = "SELECT m.group_id, m.uid FROM " + from(tenant) + " WHERE (m.group_id, m.uid) IN ("
                + String.join(",", pairs) + ")" + which + " AND m.state = 'active'";
        return pool.query(sql, values).map(rows -> {
            Map<String, Set<Long>> found = new HashMap<>();
            rows.forEach(row -> found.computeIfAbsent(Long.toString(row.getLong("group_id")), id -> new HashSet<>())
                    .add(row.getLong("uid")));
            return found;
        });
    }

    private String from(String tenant) {
        return databases.tenant(tenant, "im_group_members") + " m";
    }
}

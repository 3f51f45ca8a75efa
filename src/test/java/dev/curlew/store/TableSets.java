package dev.curlew.store;

import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.redis.SetCache;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Sets in a table of MySQL, read in pieces as those of large groups are. */
final class TableSets implements SetSource {

    private final MysqlPool pool;
    private final String table;
    /** Runs between the reading of a piece and its handing over. */
    volatile Supplier<Future<Void>> meanwhile = Future::succeededFuture;

    TableSets(MysqlPool pool, String table) {
        this.pool = pool;
        this.table = table;
    }

    Future<Void> put(String id, Collection<Long> members) {
        return pool.batch(
                "INSERT IGNORE INTO " + table + " VALUES (?, ?)",
                members.stream().map(member -> Tuple.of(id, member)).toList());
    }

    Future<Void> take(String id, long member) {
        return pool.query("DELETE FROM " + table + " WHERE id = ? AND member = ?", id, member)
                .mapEmpty();
    }

    @Override
    public Future<Void> read(String tenant, Collection<String> ids, Pieces to) {
        return Future.join(ids.stream().map(id -> from(id, 0, to)).toList()).mapEmpty();
    }

    private Future<Void> from(String id, long after, Pieces to) {
        String sql = "SELECT member FROM " + table + " WHERE id = ? AND member > ? ORDER BY member LIMIT ?";
        return pool.query(sql, id, after, SetCache.PIECE).compose(rows -> {
            List<Long> members = new ArrayList<>();
            rows.forEach(row -> members.add(row.getLong(0)));
            return meanwhile
                    .get()
                    .compose(done -> to.take(id, members))
                    .compose(taken -> members.size() < SetCache.PIECE
                            ? Future.succeededFuture()
                            : from(id, members.get(members.size() - 1), to));
        });
    }

    @Override
    public Future<Map<String, Set<Long>>> among(String tenant, Map<String, Set<Long>> asked) {
        Tuple values = Tuple.tuple();
        asked.forEach(
                (id, members) -> members.forEach(member -> values.addValue(id).addValue(member)));
        String pairs = String.join(",", Collections.nCopies(values.size() / 2, "(?, ?)"));
        return pool.query("SELECT id, member FROM " + table + " WHERE (id, member) IN (" + pairs + ")", values)
                .map(rows -> {
                    Map<String, Set<Long>> found = new HashMap<>();
                    rows.forEach(row -> found.computeIfAbsent(row.getString(0), id -> new HashSet<>())
                            .add(row.getLong(1)));
                    return found;
                });
    }
}

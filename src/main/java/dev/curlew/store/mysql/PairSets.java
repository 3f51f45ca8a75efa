package dev.curlew.store.mysql;

import dev.curlew.store.SetSource;
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

/** Sets of numbers that a table holds as pairs of a user and a member, one row for each pair. */
public final class PairSets implements SetSource {

    private static final int MOST_ASKED = 500;

    private final MysqlPool pool;
    private final Databases databases;
    private final String table;
    private final String member;
    private final String which;

    private PairSets(MysqlPool pool, Databases databases, String table, String member, String which) {
        this.pool = pool;
        this.databases = databases;
        this.table = table;
        this.member = member;
        this.which = which;
    }

    /** The friends of each user. */
    public static PairSets friends(MysqlPool pool, Databases databases) {
        return new PairSets(pool, databases, "friends", "friend_uid", "");
    }

    /** Those each user blocked. */
    public static PairSets blocks(MysqlPool pool, Databases databases) {
        return new PairSets(pool, databases, "blocks", "blocked_uid", "");
    }

    /** The groups each user is a member of now; those that have ended are none of them. */
    public static PairSets groups(MysqlPool pool, Databases databases) {
        return new PairSets(pool, databases, "im_group_members", "group_id", " AND state = 'active' AND max_seq = 0");
    }

    @Override
    public Future<Void> read(String tenant, Collection<String> ids, Pieces to) {
        List<Long> uids = ids.stream().map(Long::valueOf).sorted().toList();
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < uids.size(); from += MOST_ASKED) {
            List<Long> some = uids.subList(from, Math.min(uids.size(), from + MOST_ASKED));
            chain = chain.compose(done -> readFrom(tenant, some, 0, to));
        }
        return chain;
    }

    /** @param after of the first of these users members up to here were handed over */
    private Future<Void> readFrom(String tenant, List<Long> uids, long after, Pieces to) {
        String sql = "SELECT uid, " + member + " FROM " + databases.tenant(tenant, table) + " WHERE uid IN ("
                + MysqlPool.placeholders(uids.size()) + ") AND (uid > ? OR " + member + " > ?)" + which
                + " ORDER BY uid, " + member
                + " LIMIT " + SetCache.PIECE;
        Tuple values = MysqlPool.padded(uids).addValue(uids.get(0)).addValue(after);
        return pool.query(sql, values).compose(rows -> {
            Map<Long, List<Long>> members = new HashMap<>();
            long lastUid = 0;
            long lastMember = 0;
            for (var row : rows) {
                lastUid = row.getLong(0);
                lastMember = row.getLong(1);
                members.computeIfAbsent(lastUid, uid -> new ArrayList<>()).add(lastMember);
            }
            List<Future<Void>> taken = new ArrayList<>();
            members.forEach((uid, list) -> taken.add(to.take(Long.toString(uid), list)));
            long reached = lastUid;
            long next = lastMember;
            return Future.join(taken)
                    .compose(done -> rows.size() < SetCache.PIECE
                            ? Future.succeededFuture()
                            : readFrom(tenant, uids.subList(uids.indexOf(reached), uids.size()), next, to));
        });
    }

    @Override
    public Future<Map<String, Set<Long>>> among(String tenant, Map<String, Set<Long>> asked) {
        List<Pair> pairs = new ArrayList<>();
        asked.forEach((id, members) -> members.forEach(one -> pairs.add(new Pair(Long.parseLong(id), one))));
        Map<String, Set<Long>> found = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < pairs.size(); from += MOST_ASKED) {
            List<Pair> some = pairs.subList(from, Math.min(pairs.size(), from + MOST_ASKED));
            chain = chain.compose(done -> among(tenant, some, found));
        }
        return chain.map(found);
    }

    private record Pair(long uid, long member) {}

    private Future<Void> among(String tenant, List<Pair> pairs, Map<String, Set<Long>> found) {
        // As many as a power of two, the last one repeated, so that few different statements are prepared.
        int count = Math.max(1, Integer.highestOneBit(Math.max(1, pairs.size() - 1)) << 1);
        String condition = String.join(" OR ", Collections.nCopies(count, "(uid = ? AND " + member + " = ?)"));
        Tuple values = Tuple.tuple();
        for (int i = 0; i < count; i++) {
            Pair pair = pairs.get(Math.min(i, pairs.size() - 1));
            values.addValue(pair.uid()).addValue(pair.member());
        }
        return pool.query(
                        "SELECT uid, " + member + " FROM " + databases.tenant(tenant, table) + " WHERE (" + condition
                                + ")" + which,
                        values)
                .map(rows -> {
                    rows.forEach(row -> found.computeIfAbsent(Long.toString(row.getLong(0)), id -> new HashSet<>())
                            .add(row.getLong(1)));
                    return null;
                });
    }
}

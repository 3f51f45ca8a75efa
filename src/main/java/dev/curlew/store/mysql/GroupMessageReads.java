package dev.curlew.store.mysql;

import dev.curlew.store.mysql.GroupMessageStore.Key;
import dev.curlew.store.mysql.GroupMessageStore.Place;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads messages of groups. Where months have tables of their own, the numbers say first which of them are to be read; a page over the end
 * of a month is put together here, and nobody above sees the difference.
 */
final class GroupMessageReads {

    private static final String KEY = "(topic = ? AND from_user = ? AND client_msg_id = ?)";
    private static final String PLACE = "(topic = ? AND seqid = ?)";

    private final MysqlPool pool;
    private final MessageTable tables;

    GroupMessageReads(MysqlPool pool, MessageTable tables) {
        this.pool = pool;
        this.tables = tables;
    }

    Future<Map<Key, Stored>> find(String tenant, Collection<Key> keys) {
        Map<Key, Stored> found = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (List<Key> some : pieces(keys)) {
            Tuple values = Tuple.tuple();
            padded(some)
                    .forEach(key -> values.addValue(key.topic())
                            .addValue(key.fromUser())
                            .addValue(key.clientMsgId()));
            chain = chain.compose(done -> which(tenant, anyOf(some.size(), KEY), values))
                    .map(rows -> {
                        rows.forEach(stored -> found.put(Key.of(stored.message()), stored));
                        return null;
                    });
        }
        return chain.map(found);
    }

    Future<Map<Place, Stored>> at(String tenant, Collection<Place> places) {
        Map<Place, Stored> found = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (List<Place> some : pieces(places)) {
            chain = chain.compose(done -> which(tenant, anyOf(some.size(), PLACE), values(some)))
                    .map(rows -> {
                        rows.stream()
                                .filter(stored -> !stored.isHole())
                                .forEach(stored -> found.put(
                                        new Place(Key.of(stored.message()).topic(), stored.seq()), stored));
                        return null;
                    });
        }
        return chain.map(found);
    }

    Future<List<Stored>> range(String tenant, String topic, long from, long to) {
        if (from > to) {
            return Future.succeededFuture(List.of());
        }
        Tuple values = Tuple.of(topic, from, to);
        return which(tenant, "topic = ? AND seqid BETWEEN ? AND ?", values).map(rows -> {
            rows.sort(Comparator.comparingLong(Stored::seq));
            return rows;
        });
    }

    /** The rows of which a condition holds that speaks of topic, number, sender and client id only. */
    private Future<List<Stored>> which(String tenant, String condition, Tuple values) {
        if (!tables.monthly()) {
            return read(tenant, tables.ofMonth(tenant, 0), condition, values);
        }
        String sql = "SELECT topic, seqid, month FROM " + tables.numbers(tenant) + " WHERE " + condition;
        return pool.query(sql, values).compose(rows -> {
            List<Stored> found = new ArrayList<>();
            Map<Integer, List<Place>> byMonth = new HashMap<>();
            for (Row row : rows) {
                Integer month = row.getInteger("month");
                if (month == null) {
                    found.add(Stored.hole(row.getLong("seqid")));
                } else {
                    byMonth.computeIfAbsent(month, of -> new ArrayList<>()).add(GroupMessageStore.place(row));
                }
            }
            Future<Void> chain = Future.succeededFuture();
            for (Map.Entry<Integer, List<Place>> month : byMonth.entrySet()) {
                for (List<Place> some : pieces(month.getValue())) {
                    String table = tables.ofMonth(tenant, month.getKey());
                    chain = chain.compose(done -> read(tenant, table, anyOf(some.size(), PLACE), values(some)))
                            .map(more -> {
                                found.addAll(more);
                                return null;
                            });
                }
            }
            return chain.map(found);
        });
    }

    private Future<List<Stored>> read(String tenant, String table, String condition, Tuple values) {
        String sql = "SELECT " + GroupMessageRows.READ + " FROM " + table + " WHERE " + condition;
        return pool.query(sql, values).map(rows -> {
            List<Stored> found = new ArrayList<>(rows.size());
            for (Row row : rows) {
                found.add(GroupMessageRows.stored(tenant, row));
            }
            return found;
        });
    }

    private static <T> List<List<T>> pieces(Collection<T> all) {
        List<T> list = List.copyOf(all);
        List<List<T>> pieces = new ArrayList<>();
        for (int from = 0; from < list.size(); from += GroupMessageStore.MOST_ROWS) {
            pieces.add(list.subList(from, Math.min(list.size(), from + GroupMessageStore.MOST_ROWS)));
        }
        return pieces;
    }

    /** A condition for as many, rounded up so that few different statements are prepared. */
    static String anyOf(int count, String one) {
        return String.join(" OR ", Collections.nCopies(MysqlPool.rounded(count), one));
    }

    static Tuple values(Collection<Place> places) {
        Tuple values = Tuple.tuple();
        padded(List.copyOf(places))
                .forEach(place -> values.addValue(place.topic()).addValue(place.seq()));
        return values;
    }

    private static <T> List<T> padded(List<T> some) {
        List<T> padded = new ArrayList<>(some);
        while (padded.size() < MysqlPool.rounded(some.size())) {
            padded.add(some.get(some.size() - 1));
        }
        return padded;
    }
}

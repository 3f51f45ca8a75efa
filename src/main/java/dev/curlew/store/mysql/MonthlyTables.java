package dev.curlew.store.mysql;

import dev.curlew.domain.Message;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Tables of single months. One is made like {@code im_group_messages} when the first message of its month is to be stored. When a
 * tenant is first opened with this setting, the numbers of what is in {@code im_group_messages} are copied once; nodes that keep all in
 * one table must not run meanwhile, and do not start afterwards.
 */
public final class MonthlyTables {

    /** A copy of so many numbers is one transaction. */
    private static final int CHUNK = 10_000;

    private final MysqlPool pool;
    private final Databases databases;
    private final MessageTable tables;
    private final Set<String> there = ConcurrentHashMap.newKeySet();

    public MonthlyTables(MysqlPool pool, Databases databases, MessageTable tables) {
        this.pool = pool;
        this.databases = databases;
        this.tables = tables;
    }

    /** The tables that these messages need are there. */
    Future<Void> prepare(String tenant, Collection<Message> messages) {
        if (!tables.monthly()) {
            return Future.succeededFuture();
        }
        Set<Integer> months = messages.stream()
                .map(message -> tables.month(message.sendTime()))
                .collect(Collectors.toCollection(TreeSet::new));
        Future<Void> chain = Future.succeededFuture();
        for (int month : months) {
            String table = tables.ofMonth(tenant, month);
            if (!there.contains(table)) {
                chain = chain.compose(done -> pool.query(
                                "CREATE TABLE IF NOT EXISTS " + table + " LIKE " + tables.ofMonth(tenant, 0)))
                        .map(made -> {
                            there.add(table);
                            return null;
                        });
            }
        }
        return chain;
    }

    /** Before anything of a tenant is read or written. Fails where its messages are kept otherwise than the setting says. */
    public Future<Void> open(String tenant) {
        return since(tenant).compose(split -> {
            if (split == tables.monthly()) {
                return Future.succeededFuture();
            }
            if (split) {
                return Future.failedFuture(
                        new IllegalStateException("Messages of groups are kept by the month in tenant " + tenant
                                + ": mysql.group_tables has to be monthly."));
            }
            return copy(tenant, 0)
                    .compose(done -> pool.query("INSERT IGNORE INTO " + databases.tenant(tenant, "im_group_split")
                            + " (id, since_ms) VALUES (1, " + RevocationStore.NOW + ")"))
                    .mapEmpty();
        });
    }

    private Future<Boolean> since(String tenant) {
        return pool.query("SELECT id FROM " + databases.tenant(tenant, "im_group_split"))
                .map(rows -> rows.size() > 0);
    }

    private Future<Void> copy(String tenant, long after) {
        String one = tables.ofMonth(tenant, 0);
        return pool.query(
                        "SELECT MAX(id) AS last FROM (SELECT id FROM " + one + " WHERE id > ? ORDER BY id LIMIT "
                                + CHUNK + ") some",
                        after)
                .compose(rows -> {
                    Row row = rows.iterator().next();
                    Long last = row.getLong("last");
                    if (last == null) {
                        return Future.succeededFuture();
                    }
                    // Two nodes that start at once copy the same: what is there is left as it is.
                    String sql = "INSERT IGNORE INTO " + tables.numbers(tenant)
                            + " (topic, group_id, seqid, from_user, client_msg_id, month, status, audit_status, created_at,"
                            + " expires_at)"
                            + " SELECT topic, group_id, seqid, from_user, client_msg_id, IF(from_user = 0, NULL, 0), status,"
                            + " audit_status, created_at, expires_at FROM " + one + " WHERE id > ? AND id <= ?";
                    return pool.query(sql, Tuple.of(after, last)).compose(done -> copy(tenant, last));
                });
    }
}

package dev.curlew.store.mysql;

import dev.curlew.domain.GroupId;
import dev.curlew.store.mysql.MessageTable.Asking;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Rows of groups' messages that are changed, in whichever table they are. */
final class EditedRows {

    private final MessageTable tables;

    EditedRows(MessageTable tables) {
        this.tables = tables;
    }

    /** A part of a statement with its values. */
    record Clause(String sql, Tuple values) {}

    /** Whether there was a row of that number for which {@code only} held. */
    Future<Boolean> update(SqlConnection transaction, String tenant, GroupId group, long seq, Clause set, Clause only) {
        Tuple values = Tuple.tuple();
        add(values, set.values());
        values.addValue(group.topic()).addValue(seq);
        add(values, only.values());
        return tables.holding(Asking.within(transaction), tenant, group.topic(), seq, seq)
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(false)
                        : transaction
                                .preparedQuery("UPDATE " + found.get(0) + " SET " + set.sql()
                                        + ", updated_at = NOW(3) WHERE topic = ? AND seqid = ? AND " + only.sql())
                                .execute(values)
                                .map(rows -> rows.rowCount() > 0));
    }

    /** Notes with the numbers what became of their messages, where that is not the same row. */
    Future<Void> note(SqlConnection transaction, String tenant, GroupId group, List<Long> seqs, String set) {
        if (!tables.monthly() || seqs.isEmpty()) {
            return Future.succeededFuture();
        }
        return transaction
                .preparedQuery("UPDATE " + tables.numbers(tenant) + " SET " + set
                        + " WHERE topic = ? AND from_user <> 0 AND seqid IN (" + MysqlPool.placeholders(seqs.size())
                        + ")")
                .execute(MysqlPool.addPadded(Tuple.of(group.topic()), seqs))
                .mapEmpty();
    }

    /** The row of a number; null without one. */
    Future<GroupMessageStore.Stored> read(SqlConnection transaction, String tenant, GroupId group, long seq) {
        return tables.holding(Asking.within(transaction), tenant, group.topic(), seq, seq)
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(null)
                        : transaction
                                .preparedQuery("SELECT " + GroupMessageRows.READ + " FROM " + found.get(0)
                                        + " WHERE topic = ? AND seqid = ?")
                                .execute(Tuple.of(group.topic(), seq))
                                .map(rows -> {
                                    for (Row row : rows) {
                                        return GroupMessageRows.stored(tenant, row);
                                    }
                                    return null;
                                }));
    }

    private static void add(Tuple values, Tuple more) {
        for (int i = 0; i < more.size(); i++) {
            values.addValue(more.getValue(i));
        }
    }
}

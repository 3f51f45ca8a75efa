package dev.curlew.store.mysql;

import dev.curlew.domain.GroupId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collections;
import java.util.List;

/** Rows of kind hole: numbers of groups that no message will have (rule 4). */
final class GroupTombstones {

    private static final String COLUMNS = "topic, group_id, seqid, from_user, client_msg_id, status, created_at";
    private static final String VALUES = "?, ?, ?, 0, NULL, 'deleted', FROM_UNIXTIME(? / 1000)";

    private final MessageTable tables;

    GroupTombstones(MessageTable tables) {
        this.tables = tables;
    }

    /** @param now milliseconds */
    Future<Void> fill(SqlConnection transaction, String tenant, GroupId group, List<Long> seqs, long now) {
        boolean numbersOnly = tables.monthly();
        String columns = numbersOnly ? COLUMNS : COLUMNS + ", msg_type, updated_at";
        String row = "(" + (numbersOnly ? VALUES : VALUES + ", 'system', FROM_UNIXTIME(? / 1000)") + ")";
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < seqs.size(); from += GroupMessageStore.MOST_ROWS) {
            List<Long> some = seqs.subList(from, Math.min(seqs.size(), from + GroupMessageStore.MOST_ROWS));
            Tuple values = Tuple.tuple();
            for (long seq : some) {
                values.addValue(group.topic())
                        .addValue(group.value())
                        .addValue(seq)
                        .addValue(now);
                if (!numbersOnly) {
                    values.addValue(now);
                }
            }
            String sql = "INSERT INTO " + tables.numbers(tenant) + " (" + columns + ") VALUES "
                    + String.join(",", Collections.nCopies(some.size(), row));
            chain = chain.compose(
                    done -> transaction.preparedQuery(sql).execute(values).mapEmpty());
        }
        return chain;
    }
}

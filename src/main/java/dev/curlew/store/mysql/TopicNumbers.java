package dev.curlew.store.mysql;

import dev.curlew.domain.GroupId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/**
 * Table {@code im_topic_seq} within a transaction that changes who is in a group. Its row is locked after the group's, and whoever sends
 * locks it too: so a message is either before a departure or after it.
 */
public final class TopicNumbers {

    private final Databases databases;
    private final MessageTable tables;

    public TopicNumbers(Databases databases) {
        this.databases = databases;
        this.tables = new MessageTable(databases);
    }

    /** A new group has no numbers yet. */
    public Future<Void> open(SqlConnection transaction, String tenant, GroupId group) {
        return transaction
                .preparedQuery("INSERT INTO " + numbers(tenant) + " (topic, high) VALUES (?, 0)"
                        + " ON DUPLICATE KEY UPDATE high = high")
                .execute(Tuple.of(group.topic()))
                .mapEmpty();
    }

    /** The highest number given; it stays so until the transaction ends. */
    public Future<Long> high(SqlConnection transaction, String tenant, GroupId group) {
        return transaction
                .preparedQuery("SELECT high FROM " + numbers(tenant) + " WHERE topic = ? FOR UPDATE")
                .execute(Tuple.of(group.topic()))
                .map(rows -> {
                    for (Row row : rows) {
                        return row.getLong("high");
                    }
                    return 0L;
                });
    }

    /** Takes the next number for a departure (rule 16); a hole stands there, so that nobody else can have it. */
    public Future<Long> depart(SqlConnection transaction, String tenant, GroupId group) {
        return high(transaction, tenant, group).compose(high -> {
            long seq = high + 1;
            return transaction
                    .preparedQuery("INSERT INTO " + numbers(tenant) + " (topic, high) VALUES (?, ?)"
                            + " ON DUPLICATE KEY UPDATE high = VALUES(high)")
                    .execute(Tuple.of(group.topic(), seq))
                    .compose(raised -> transaction
                            .preparedQuery("INSERT INTO "
                                    + tables.forMessage(tenant, group.topic(), seq, System.currentTimeMillis())
                                    + " (topic, group_id, seqid, from_user, client_msg_id, msg_type, status,"
                                    + " created_at, updated_at) VALUES (?, ?, ?, 0, NULL, 'system', 'deleted',"
                                    + " NOW(3), NOW(3))")
                            .execute(Tuple.of(group.topic(), group.value(), seq)))
                    .map(seq);
        });
    }

    private String numbers(String tenant) {
        return databases.tenant(tenant, "im_topic_seq");
    }
}

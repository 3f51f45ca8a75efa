package dev.curlew.store.mysql;

import dev.curlew.domain.GroupFile;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember.Bounds;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** Table {@code im_group_files}: which files came with which message of a group. */
public final class GroupFileStore {

    /** Files of one message. */
    public static final int MOST_OF_MESSAGE = 100;

    private static final String COLUMNS = "id, source_seq, position, from_user, object_key, name, mime, size,"
            + " CAST(UNIX_TIMESTAMP(created_at) * 1000 AS SIGNED) AS created_ms";

    private final MysqlPool pool;
    private final Databases databases;

    public GroupFileStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /** The message that brought files. @param sentAt milliseconds */
    public record Source(GroupId group, long seq, long fromUid, long sentAt) {}

    /** A file that came. @param size bytes */
    public record Attachment(String objectKey, String name, String mime, long size) {}

    /**
     * Within the transaction that stores the message. The same message again changes nothing: it is stored once, whoever tries twice.
     *
     * @param files in the order in which the message has them, at most {@link #MOST_OF_MESSAGE}
     */
    public Future<Void> register(SqlConnection transaction, String tenant, Source source, List<Attachment> files) {
        if (files.isEmpty()) {
            return Future.succeededFuture();
        }
        if (files.size() > MOST_OF_MESSAGE) {
            throw new IllegalArgumentException("Too many files in one message: " + files.size());
        }
        List<String> rows = new ArrayList<>();
        Tuple values = Tuple.tuple();
        for (int position = 0; position < files.size(); position++) {
            Attachment file = files.get(position);
            rows.add("(?, ?, ?, ?, ?, ?, ?, ?, ?, FROM_UNIXTIME(? / 1000))");
            values.addValue(source.group().value())
                    .addValue(source.group().topic())
                    .addValue(source.seq())
                    .addValue(position)
                    .addValue(source.fromUid())
                    .addValue(file.objectKey())
                    .addValue(file.name())
                    .addValue(file.mime())
                    .addValue(file.size())
                    .addValue(source.sentAt());
        }
        return transaction
                .preparedQuery("INSERT INTO " + table(tenant) + " (group_id, source_topic, source_seq, position,"
                        + " from_user, object_key, name, mime, size, created_at) VALUES " + String.join(",", rows)
                        + " ON DUPLICATE KEY UPDATE id = id")
                .execute(values)
                .mapEmpty();
    }

    /** Within the transaction that changes the message. */
    Future<Void> forget(SqlConnection transaction, String tenant, Source source) {
        return transaction
                .preparedQuery("DELETE FROM " + table(tenant) + " WHERE source_topic = ? AND source_seq = ?")
                .execute(Tuple.of(source.group().topic(), source.seq()))
                .mapEmpty();
    }

    /** A file's place among all of its group's, in the order of the messages. */
    public static long place(GroupFile file) {
        return file.seq() * MOST_OF_MESSAGE + file.position();
    }

    /**
     * Files of messages within the bounds, newest first.
     *
     * @param before the page begins below that {@link #place}
     */
    public Future<List<GroupFile>> page(String tenant, GroupId group, Bounds bounds, long before, int limit) {
        long seq = before / MOST_OF_MESSAGE;
        long highest = bounds.maxSeq() == 0 ? seq : Math.min(seq, bounds.maxSeq());
        String sql = "SELECT " + COLUMNS + " FROM " + table(tenant) + " WHERE source_topic = ? AND source_seq >= ?"
                + " AND source_seq <= ? AND (source_seq < ? OR position < ?) AND status = 'normal'"
                + " ORDER BY source_seq DESC, position DESC LIMIT ?";
        Tuple values = Tuple.of(group.topic(), bounds.minSeq(), highest, seq, before % MOST_OF_MESSAGE, limit);
        return pool.query(sql, values).map(rows -> {
            List<GroupFile> page = new ArrayList<>(rows.size());
            rows.forEach(row -> page.add(file(row)));
            return page;
        });
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_group_files");
    }

    private static GroupFile file(Row row) {
        return new GroupFile(
                row.getLong("id"),
                row.getLong("source_seq"),
                row.getInteger("position"),
                row.getLong("from_user"),
                row.getString("object_key"),
                row.getString("name"),
                row.getString("mime"),
                row.getLong("size"),
                row.getLong("created_ms"));
    }
}

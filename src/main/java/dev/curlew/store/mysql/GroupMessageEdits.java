package dev.curlew.store.mysql;

import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Reviewed;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.store.mysql.EditedRows.Clause;
import dev.curlew.store.mysql.GroupFileStore.Source;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What changes do to messages of groups, within the transaction that numbers the change. */
public final class GroupMessageEdits {

    private static final String CHANGED = "COALESCE(JSON_EXTRACT(head, '$.change'), 0)";

    private final Databases databases;
    private final EditedRows rows;
    private final GroupMarks marks;
    private final GroupChangeRows changes;
    private final GroupFileStore files;
    private final GroupReviews reviews;

    public GroupMessageEdits(
            Databases databases, MessageTable tables, GroupMarks marks, GroupChangeRows changes, GroupFileStore files) {
        this.databases = databases;
        this.rows = new EditedRows(tables);
        this.marks = marks;
        this.changes = changes;
        this.files = files;
        this.reviews = new GroupReviews(databases, rows, marks, files);
    }

    /**
     * False when the message had changed before, so that the change means nothing.
     *
     * @param change with its number
     */
    public Future<Boolean> apply(SqlConnection transaction, String tenant, GroupId group, Change change) {
        if (change.what() instanceof Revoked revoked) {
            return revoke(transaction, tenant, group, change, revoked)
                    .compose(done -> done
                            ? gone(transaction, tenant, group, revoked.seqs()).map(true)
                            : Future.succeededFuture(false));
        }
        if (change.what() instanceof Edited edited) {
            return edit(transaction, tenant, group, change, edited);
        }
        if (change.what() instanceof Deleted deleted) {
            return change.concernsAll()
                    ? delete(transaction, tenant, group, change, deleted)
                            .compose(done -> gone(transaction, tenant, group, deleted.seqs()))
                            .map(true)
                    : deleteOwn(transaction, tenant, group, change.owner(), deleted)
                            .map(true);
        }
        if (change.what() instanceof Reviewed reviewed) {
            return reviews.decide(transaction, tenant, group, change, reviewed);
        }
        return Future.succeededFuture(true);
    }

    private Future<Boolean> revoke(
            SqlConnection transaction, String tenant, GroupId group, Change change, Revoked revoked) {
        return update(
                        transaction,
                        tenant,
                        group,
                        revoked.seq(),
                        "status = 'recalled', content = '{}', content_size = 2, recalled_by = ?,"
                                + " recalled_at = FROM_UNIXTIME(? / 1000), head = JSON_SET(JSON_REMOVE(head, '$.push', '$.ex',"
                                + " '$.attached_info'), '$.change', ?, '$.revoke', JSON_OBJECT('role', ?, 'nickname', ?))",
                        Tuple.of(change.uid(), change.time(), change.version(), revoked.role(), revoked.nickname()),
                        "status = 'normal'",
                        Tuple.tuple())
                .compose(done -> done
                        ? rows.note(transaction, tenant, group, List.of(revoked.seq()), "status = 'recalled'")
                                .map(true)
                        : Future.succeededFuture(false));
    }

    private Future<Boolean> edit(
            SqlConnection transaction, String tenant, GroupId group, Change change, Edited edited) {
        return update(
                        transaction,
                        tenant,
                        group,
                        edited.seq(),
                        "content = ?, content_size = ?, version = version + 1, head = JSON_SET(head, '$.change', ?)",
                        Tuple.of(
                                edited.content(),
                                edited.content().getBytes(StandardCharsets.UTF_8).length,
                                change.version()),
                        "status = 'normal' AND audit_status = 'pass' AND " + CHANGED + " = ?",
                        Tuple.of(edited.expected()))
                .compose(done ->
                        done ? filesOf(transaction, tenant, group, edited).map(true) : Future.succeededFuture(false));
    }

    /** What a message brings is what it says now. */
    private Future<Void> filesOf(SqlConnection transaction, String tenant, GroupId group, Edited edited) {
        return rows.read(transaction, tenant, group, edited.seq()).compose(row -> {
            Message message = row.message();
            var attached = MessageFiles.of(message.contentType(), edited.content());
            Source source = new Source(group, edited.seq(), message.sendUid(), message.sendTime());
            return attached.isEmpty()
                    ? Future.succeededFuture()
                    : files.forget(transaction, tenant, source)
                            .compose(done -> files.register(transaction, tenant, source, attached));
        });
    }

    private Future<Void> delete(
            SqlConnection transaction, String tenant, GroupId group, Change change, Deleted deleted) {
        Future<?> chain = Future.succeededFuture();
        for (long seq : deleted.seqs()) {
            chain = chain.compose(done -> update(
                    transaction,
                    tenant,
                    group,
                    seq,
                    "status = 'deleted', content = '{}', content_size = 2, expires_at = NULL,"
                            + " deleted_at = FROM_UNIXTIME(? / 1000),"
                            + " head = JSON_SET(JSON_REMOVE(head, '$.push'), '$.change', ?)",
                    Tuple.of(change.time(), change.version()),
                    "from_user <> 0",
                    Tuple.tuple()));
        }
        return chain.compose(
                done -> rows.note(transaction, tenant, group, deleted.seqs(), "status = 'deleted', expires_at = NULL"));
    }

    private Future<Void> deleteOwn(SqlConnection transaction, String tenant, GroupId group, long uid, Deleted deleted) {
        Tuple values = Tuple.tuple();
        List<String> rows = new ArrayList<>();
        deleted.seqs().forEach(seq -> {
            rows.add("(?, ?, ?)");
            values.addValue(uid).addValue(group.topic()).addValue(seq);
        });
        return transaction
                .preparedQuery("INSERT INTO " + databases.tenant(tenant, "im_group_deletions")
                        + " (uid, topic, seqid) VALUES " + String.join(",", rows)
                        + " ON DUPLICATE KEY UPDATE seqid = VALUES(seqid)")
                .execute(values)
                .mapEmpty();
    }

    /** What else knew of messages that are gone: mentions, files, what was written into them before. */
    private Future<Void> gone(SqlConnection transaction, String tenant, GroupId group, List<Long> seqs) {
        Tuple values = MysqlPool.addPadded(Tuple.of(group.topic()), seqs);
        String sql = "UPDATE " + databases.tenant(tenant, "im_group_files")
                + " SET status = 'deleted' WHERE source_topic = ? AND source_seq IN ("
                + MysqlPool.placeholders(seqs.size()) + ")";
        return marks.unmention(transaction, tenant, group, seqs)
                .compose(done -> changes.forgetContents(transaction, tenant, group, seqs))
                .compose(done -> transaction.preparedQuery(sql).execute(values))
                .mapEmpty();
    }

    private Future<Boolean> update(
            SqlConnection transaction,
            String tenant,
            GroupId group,
            long seq,
            String set,
            Tuple setValues,
            String only,
            Tuple onlyValues) {
        return rows.update(transaction, tenant, group, seq, new Clause(set, setValues), new Clause(only, onlyValues));
    }
}

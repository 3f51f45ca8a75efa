package dev.curlew.store.mysql;

import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Reviewed;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.store.mysql.EditedRows.Clause;
import dev.curlew.store.mysql.GroupFileStore.Source;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/**
 * What a review does to a message that waited, within the transaction that numbers it: once released it mentions whom it
 * mentions, is in its thread, has its files and counts; rejected it stays as it is, for whoever has to look at it again.
 */
final class GroupReviews {

    private final Databases databases;
    private final EditedRows rows;
    private final GroupMarks marks;
    private final GroupFileStore files;

    GroupReviews(Databases databases, EditedRows rows, GroupMarks marks, GroupFileStore files) {
        this.databases = databases;
        this.rows = rows;
        this.marks = marks;
        this.files = files;
    }

    /** False when the message does not wait, or not any more. */
    Future<Boolean> decide(SqlConnection transaction, String tenant, GroupId group, Change change, Reviewed reviewed) {
        String status = reviewed.passed() ? "pass" : "reject";
        // Its content is what was sent: the message itself gets no version, as an edited one does.
        Clause set = new Clause("audit_status = ?", Tuple.of(status));
        Clause only = new Clause("from_user <> 0 AND status = 'normal' AND audit_status = 'pending'", Tuple.tuple());
        return rows.update(transaction, tenant, group, reviewed.seq(), set, only)
                .compose(done -> done
                        ? rows.note(transaction, tenant, group, change.what().seqs(), "audit_status = '" + status + "'")
                                .compose(noted -> log(transaction, tenant, group, change, reviewed))
                                .compose(logged -> reviewed.passed()
                                        ? show(transaction, tenant, group, reviewed.seq())
                                        : Future.succeededFuture())
                                .map(true)
                        : Future.succeededFuture(false));
    }

    private Future<Void> log(
            SqlConnection transaction, String tenant, GroupId group, Change change, Reviewed reviewed) {
        return transaction
                .preparedQuery("INSERT INTO " + databases.tenant(tenant, "im_group_audits")
                        + " (topic, seqid, decision, reviewer, reason, version, decided_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)")
                .execute(Tuple.of(
                        group.topic(),
                        reviewed.seq(),
                        reviewed.passed() ? "pass" : "reject",
                        reviewed.reviewer(),
                        reviewed.reason(),
                        change.version(),
                        change.time()))
                .mapEmpty();
    }

    private Future<Void> show(SqlConnection transaction, String tenant, GroupId group, long seq) {
        return rows.read(transaction, tenant, group, seq).compose(stored -> {
            Message message = stored.message();
            Source source = new Source(group, seq, message.sendUid(), message.sendTime());
            return marks.release(transaction, tenant, message)
                    .compose(done -> files.register(
                            transaction, tenant, source, MessageFiles.of(message.contentType(), message.content())));
        });
    }
}

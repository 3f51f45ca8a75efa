package dev.curlew.store.mysql;

import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.domain.ConversationId;
import dev.curlew.store.chat.MessageChanges;
import dev.curlew.store.chat.MessageStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** What changes do to rows of {@code im_messages}. */
public final class ChatChanges implements MessageChanges {

    private final MysqlPool pool;
    private final Databases databases;
    private final MessageStore messages;

    public ChatChanges(MysqlPool pool, Databases databases, MessageStore messages) {
        this.pool = pool;
        this.databases = databases;
        this.messages = messages;
    }

    @Override
    public Future<Outcome> apply(String tenant, Change change) {
        if (change.what() instanceof Revoked revoked) {
            return one(
                    tenant,
                    change,
                    revoked.seq(),
                    "status = 'recalled', content = '{}', head = JSON_REMOVE(head, '$.push'), recalled_by = ?,"
                            + " recalled_role = ?, recalled_nickname = ?, recalled_at = FROM_UNIXTIME(? / 1000),"
                            + " change_version = ?",
                    Tuple.of(change.uid(), revoked.role(), revoked.nickname(), change.time(), change.version()),
                    "");
        }
        if (change.what() instanceof Edited edited) {
            return one(
                    tenant,
                    change,
                    edited.seq(),
                    "content = ?, version = version + 1, change_version = ?",
                    Tuple.of(edited.content(), change.version()),
                    " AND change_version = " + edited.expected());
        }
        if (change.what() instanceof Deleted deleted) {
            return delete(tenant, change, deleted).map(Outcome.APPLIED);
        }
        return Future.succeededFuture(Outcome.APPLIED);
    }

    private Future<Outcome> one(String tenant, Change change, long seq, String set, Tuple values, String asSeen) {
        String sql = "UPDATE " + table(tenant) + " SET " + set + ", updated_at = NOW(3)"
                + " WHERE conversation_id = ? AND seqid = ? AND status = 'normal' AND from_user <> 0" + asSeen;
        return pool.query(sql, values.addValue(change.conversationId()).addValue(seq))
                .compose(updated -> updated.rowCount() > 0
                        ? Future.succeededFuture(Outcome.APPLIED)
                        : messages.find(tenant, change.conversationId(), List.of(seq))
                                .map(found -> Outcome.of(found.get(seq), change)));
    }

    private Future<Void> delete(String tenant, Change change, Deleted deleted) {
        Tuple values = Tuple.tuple();
        String set;
        if (change.concernsAll()) {
            set = "status = 'deleted', content = '{}', head = JSON_REMOVE(head, '$.push'), deleted_at = NOW(3),"
                    + " change_version = GREATEST(change_version, ?)";
            values.addValue(change.version());
        } else {
            boolean low = ConversationId.parse(change.conversationId())
                    .map(pair -> pair.lowUid() == change.owner())
                    .orElseThrow();
            set = (low ? "gone_low" : "gone_high") + " = 1";
        }
        values.addValue(change.conversationId());
        MysqlPool.addPadded(values, deleted.seqs());
        return pool.query(
                        "UPDATE " + table(tenant) + " SET " + set
                                + " WHERE conversation_id = ? AND from_user <> 0 AND seqid IN ("
                                + MysqlPool.placeholders(deleted.seqs().size()) + ")",
                        values)
                .mapEmpty();
    }

    private String table(String tenant) {
        return databases.tenant(tenant, TopicKind.CHAT.messages);
    }
}

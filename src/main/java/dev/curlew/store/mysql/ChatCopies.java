package dev.curlew.store.mysql;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.Message;
import dev.curlew.store.chat.Rise;
import dev.curlew.store.chat.Touch;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * What messages between two mean besides themselves, in the transaction that stores them: both members have the conversation in their
 * list, and the sender has read up to what was sent.
 */
final class ChatCopies {

    private final Databases databases;

    ChatCopies(Databases databases) {
        this.databases = databases;
    }

    /** @param messages of no group */
    Future<Void> write(SqlConnection transaction, String tenant, Collection<Message> messages) {
        List<Touch> touches = Touch.of(messages);
        List<Rise> rises = Rise.of(messages);
        return touch(transaction, tenant, touches).compose(done -> rise(transaction, tenant, rises));
    }

    private Future<Void> touch(SqlConnection transaction, String tenant, List<Touch> touches) {
        if (touches.isEmpty()) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.tuple();
        for (Touch touch : touches) {
            add(values, touch, touch.conversation().lowUid(), touch.lowTime());
            add(values, touch, touch.conversation().highUid(), touch.highTime());
        }
        String sql = "INSERT INTO " + databases.tenant(tenant, "im_conversations")
                + " (owner_user_id, conversation_id, conversation_type, user_id, latest_msg_time, latest_seq, create_time)"
                + " VALUES " + String.join(",", Collections.nCopies(touches.size() * 2, "(?, ?, ?, ?, ?, ?, ?)"))
                + " ON DUPLICATE KEY UPDATE latest_msg_time = GREATEST(latest_msg_time, VALUES(latest_msg_time)),"
                + " latest_seq = GREATEST(latest_seq, VALUES(latest_seq))";
        return transaction.preparedQuery(sql).execute(values).mapEmpty();
    }

    private static void add(Tuple values, Touch touch, long owner, long latestMsgTime) {
        ConversationId id = touch.conversation();
        values.addValue(owner)
                .addValue(id.value())
                .addValue(id.type())
                .addValue(id.peerOf(owner))
                .addValue(latestMsgTime)
                .addValue(latestMsgTime > 0 ? touch.latestSeq() : 0)
                .addValue(System.currentTimeMillis());
    }

    private Future<Void> rise(SqlConnection transaction, String tenant, List<Rise> rises) {
        Tuple values = Tuple.tuple();
        rises.forEach(rise ->
                values.addValue(rise.uid()).addValue(rise.conversationId()).addValue(rise.readSeq()));
        String sql = "INSERT INTO " + databases.tenant(tenant, "im_seq_user")
                + " (user_id, conversation_id, read_seq) VALUES "
                + String.join(",", Collections.nCopies(rises.size(), "(?, ?, ?)"))
                + " ON DUPLICATE KEY UPDATE read_seq = GREATEST(read_seq, VALUES(read_seq))";
        return transaction.preparedQuery(sql).execute(values).mapEmpty();
    }
}

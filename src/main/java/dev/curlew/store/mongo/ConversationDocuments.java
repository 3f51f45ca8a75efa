package dev.curlew.store.mongo;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.store.chat.ConversationStore;
import dev.curlew.store.chat.ConversationStore.Owned;
import java.util.Date;
import org.bson.Document;

/** Owners' copies as documents of {@code conversation}, with the defaults of document S (B-134…B-154). */
final class ConversationDocuments {

    private ConversationDocuments() {}

    /** What a copy begins with, apart from what names it. */
    static Document fresh(ConversationId conversation, long owner) {
        return fresh(conversation.type(), Long.toString(conversation.peerOf(owner)), "");
    }

    /** The same of a group. */
    static Document fresh(GroupId group) {
        return fresh(ConversationId.GROUP, "", Long.toString(group.value()));
    }

    private static Document fresh(int type, String peer, String group) {
        return new Document("conversation_type", type)
                .append("user_id", peer)
                .append("group_id", group)
                .append("recv_msg_opt", 0)
                .append("is_pinned", false)
                .append("is_private_chat", false)
                .append("burn_duration", ConversationStore.DEFAULT_BURN_S)
                .append("burn_from_seq", 0L)
                .append("group_at_type", 0)
                .append("attached_info", "")
                .append("ex", "")
                .append("max_seq", 0L)
                .append("min_seq", 0L)
                .append("hidden_seq", ConversationStore.NEVER_HIDDEN)
                .append("settings_version", 0L)
                .append("create_time", new Date())
                .append("is_msg_destruct", false)
                .append("msg_destruct_time", ConversationStore.DEFAULT_DESTRUCT_S)
                .append("latest_msg_destruct_time", new Date(0));
    }

    static Owned owned(Document document) {
        return new Owned(
                document.getString("conversation_id"),
                document.getInteger("conversation_type", ConversationId.SINGLE),
                document.getString("user_id").isEmpty() ? 0 : Long.parseLong(document.getString("user_id")),
                document.getInteger("recv_msg_opt", 0),
                document.getBoolean("is_pinned", false),
                document.getBoolean("is_private_chat", false),
                document.getInteger("burn_duration", ConversationStore.DEFAULT_BURN_S),
                MongoSeqs.number(document, "burn_from_seq"),
                document.getBoolean("is_msg_destruct", false),
                MongoSeqs.number(document, "msg_destruct_time"),
                document.getInteger("group_at_type", 0),
                document.getString("attached_info"),
                document.getString("ex"),
                MongoSeqs.number(document, "latest_msg_time"),
                MongoSeqs.number(document, "hidden_seq"),
                MongoSeqs.number(document, "latest_seq") <= MongoSeqs.number(document, "hidden_seq"));
    }
}

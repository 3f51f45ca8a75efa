package dev.curlew.api.conversation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.GroupFaces.Face;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.api.history.LatestMessages;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.chat.ConversationStore.Owned;
import dev.curlew.store.mysql.GroupMarks.Mentions;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Conversations as the contract shows them, many at once. */
public final class ConversationViews {

    private static final int PREVIEW_CHARS = 1_000;

    private final Chats conversations;
    private final Positions positions;
    private final LatestMessages latest;
    private final UserDirectory users;
    private final GroupFaces groups;

    public ConversationViews(
            Chats conversations, Positions positions, LatestMessages latest, UserDirectory users, GroupFaces groups) {
        this.groups = groups;
        this.conversations = conversations;
        this.positions = positions;
        this.latest = latest;
        this.users = users;
    }

    /** One conversation; 40400 when the caller does not have it. */
    public Future<ObjectNode> one(Caller caller, String conversationId) {
        return conversations
                .find(caller.tenant(), caller.uid(), List.of(conversationId))
                .compose(found -> {
                    if (found.isEmpty()) {
                        throw ApiException.notFound("Conversation");
                    }
                    return of(caller, found).map(nodes -> nodes.get(0));
                });
    }

    public Future<List<ObjectNode>> of(Caller caller, List<Owned> page) {
        List<String> ids = page.stream().map(Owned::conversationId).toList();
        return positions.views(caller.tenant(), caller.uid(), ids).compose(views -> {
            List<Future<Face>> faces = page.stream()
                    .map(owned -> Chats.isOfGroup(owned)
                            ? groups.of(caller, owned.conversationId())
                            : users.find(caller.tenant(), owned.peerUid()).map(Face::of))
                    .toList();
            return Future.all(latest.of(caller, views), groups.mentions(caller, page, views))
                    .compose(both -> Future.join(faces).map(all -> {
                        Map<String, ObjectNode> messages = both.resultAt(0);
                        Map<String, Mentions> mentions = both.resultAt(1);
                        List<ObjectNode> nodes = new ArrayList<>(page.size());
                        for (int i = 0; i < page.size(); i++) {
                            Owned owned = page.get(i);
                            nodes.add(node(
                                    owned,
                                    views.get(owned.conversationId()),
                                    faces.get(i).result(),
                                    mentions.getOrDefault(owned.conversationId(), Mentions.NONE),
                                    messages.get(owned.conversationId())));
                        }
                        return nodes;
                    }));
        });
    }

    private static ObjectNode node(Owned owned, View view, Face face, Mentions mentions, ObjectNode latestMsg) {
        ObjectNode node = Json.object();
        node.put("conversation_id", owned.conversationId());
        node.put("conversation_type", owned.conversationType());
        GroupId.ofMessages(owned.conversationId())
                .ifPresentOrElse(
                        group -> node.put("topic", group.topic()), () -> node.put("peer_uid", owned.peerUid()));
        node.put("show_name", face.name());
        node.put("face_url", face.url());
        node.put("recv_msg_opt", owned.recvMsgOpt());
        node.put("is_pinned", owned.pinned());
        node.put("is_private_chat", owned.privateChat());
        node.put("burn_duration", owned.burnDuration());
        node.put("is_msg_destruct", owned.msgDestruct());
        node.put("msg_destruct_time", owned.msgDestructTime());
        node.put("group_at_type", Math.max(owned.groupAtType(), mentions.atType()));
        node.put("attached_info", owned.attachedInfo());
        node.put("ex", owned.ex());
        node.put("max_seq", view.maxSeq());
        node.put("min_seq", view.minSeq());
        node.put("read_seq", view.readSeq());
        node.put("peer_read_seq", view.peerReadSeq());
        node.put("unread", view.unread());
        node.put("is_not_in_group", face.gone());
        node.set("latest_msg", latestMsg == null ? Json.mapper().nullNode() : preview(latestMsg));
        node.put("version", view.version());
        return node;
    }

    /** Long texts are cut for the list, and marked as cut. */
    private static ObjectNode preview(ObjectNode message) {
        // The content is kept as the text that came in; here it is looked into.
        JsonNode content = Json.parseObject(Json.bytes(message.get("content")));
        JsonNode text = content.get("text");
        if (text != null && text.isTextual() && text.textValue().length() > PREVIEW_CHARS) {
            String whole = text.textValue();
            int end = Character.isHighSurrogate(whole.charAt(PREVIEW_CHARS - 1)) ? PREVIEW_CHARS - 1 : PREVIEW_CHARS;
            ((ObjectNode) content).put("text", whole.substring(0, end));
            message.put("preview", true);
        }
        message.set("content", content);
        return message;
    }
}

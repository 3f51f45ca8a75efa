package dev.curlew.api.op;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Chats;
import dev.curlew.api.conversation.ConversationViews;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.chat.ConversationStore.ListPosition;
import dev.curlew.store.chat.ConversationStore.Owned;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** {@code conversations}: the caller's list, pinned first, then by newest message, in pages. */
public final class ConversationsOperation implements Operation {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 200;

    private final Chats conversations;
    private final ConversationViews views;

    public ConversationsOperation(Chats conversations, ConversationViews views) {
        this.conversations = conversations;
        this.views = views;
    }

    @Override
    public String name() {
        return "conversations";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        int limit =
                Fields.present(data, "limit") ? (int) Fields.number(data, "limit", 1, LARGEST_LIMIT) : DEFAULT_LIMIT;
        String cursor = Fields.optionalText(data, "cursor", 512);
        ListPosition after = cursor == null ? null : decode(cursor);
        return conversations
                .page(caller.tenant(), caller.uid(), after, limit + 1)
                .compose(found -> {
                    List<Owned> page = found.size() > limit ? found.subList(0, limit) : found;
                    return views.of(caller, page).map(nodes -> {
                        ObjectNode reply = Json.object();
                        ArrayNode list = reply.putArray("conversations");
                        nodes.forEach(list::add);
                        if (found.size() > limit) {
                            reply.put("next_cursor", encode(page.get(limit - 1)));
                        } else {
                            reply.putNull("next_cursor");
                        }
                        return reply;
                    });
                });
    }

    private static String encode(Owned last) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(last.position()));
    }

    private static ListPosition decode(String cursor) {
        try {
            JsonNode node =
                    Json.mapper().readTree(new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8));
            return new ListPosition(
                    node.required("pinned").booleanValue(),
                    node.required("latest_msg_time").longValue(),
                    node.required("conversation_id").textValue());
        } catch (java.io.IOException | IllegalArgumentException e) {
            throw ApiException.invalid("cursor is not one that this server gave.");
        }
    }
}

package dev.curlew.api.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Conversations;
import dev.curlew.api.op.Fields;
import dev.curlew.api.send.ContentType;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.CanonicalJson;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.chat.MessageStore.Stored;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * {@code edit}: the sender gives a message another content of the same type. The version says what the sender saw; if the message has
 * moved on since, the edit is refused with 40900 and nothing is overwritten unseen.
 */
public final class EditOperation implements Operation {

    static final long DEFAULT_WINDOW_MS = 86_400_000;

    private final GroupMessageChanges groups;
    private final ChangeDesk desk;
    private final int maxContentBytes;

    public EditOperation(ChangeDesk desk, int maxContentBytes, GroupMessageChanges groups) {
        this.groups = groups;
        this.desk = desk;
        this.maxContentBytes = maxContentBytes;
    }

    @Override
    public String name() {
        return "edit";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        long seq = Fields.number(data, "seq", 1, Long.MAX_VALUE);
        long version = Fields.number(data, "version", 0, Long.MAX_VALUE);
        JsonNode content = data.get("content");
        if (content == null) {
            throw ApiException.invalid("content is missing.");
        }
        Fields.requireWellFormed(content);
        Optional<GroupId> group = Conversations.group(data);
        if (group.isPresent()) {
            return groups.edit(caller, group.get(), seq, version, content);
        }
        ConversationId conversation = Conversations.ofCaller(caller, data);
        return desk.own(caller, conversation, seq)
                .compose(stored -> stored.revoke() == null && stored.version() == version
                        ? edit(caller, conversation, stored, content)
                        : Future.succeededFuture(repeated(stored, version, content)))
                .map(made -> ChangeDesk.reply(conversation, made).put("seq", seq));
    }

    /** The number of the edit. */
    private Future<Long> edit(Caller caller, ConversationId conversation, Stored stored, JsonNode content) {
        long seq = stored.message().seq();
        String text = ContentType.of(stored.message().contentType()).text(content, maxContentBytes);
        return desk.withinWindow(caller, stored, "edit_window_ms", DEFAULT_WINDOW_MS)
                .compose(known -> desk.forAll(caller, conversation, new Edited(seq, text, stored.version())))
                .compose(change -> change != null
                        ? Future.succeededFuture(change.version())
                        : desk.own(caller, conversation, seq)
                                .map(overtaken -> repeated(overtaken, stored.version(), content)));
    }

    /** The number of the edit that did this already, asked for by a client that saw no reply; anything else has moved on. */
    static long repeated(Stored stored, long version, JsonNode content) {
        boolean same = stored.revoke() == null
                && stored.version() > version
                && CanonicalJson.of(Json.read(stored.message().content(), JsonNode.class))
                        .equals(CanonicalJson.of(content));
        if (!same) {
            throw moved();
        }
        return stored.version();
    }

    private static ApiException moved() {
        return new ApiException(ErrorCode.CONFLICT, "The message has another version by now.");
    }
}

package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.domain.Change;
import dev.curlew.domain.ConversationId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.change.Changes;
import dev.curlew.store.change.Changes.Teller;
import dev.curlew.store.chat.MessageStore.Stored;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** What the operations that change messages share: finding them as the caller sees them, the rights, and making the change. */
public final class ChangeDesk {

    private final Positions positions;
    private final StoredMessages messages;
    private final Changes changes;
    private final TenantDirectory tenants;

    public ChangeDesk(Positions positions, StoredMessages messages, Changes changes, TenantDirectory tenants) {
        this.positions = positions;
        this.messages = messages;
        this.changes = changes;
        this.tenants = tenants;
    }

    /** Where the caller stands; 40400 for a conversation that has no message yet. */
    Future<View> view(Caller caller, ConversationId conversation) {
        return positions
                .views(caller.tenant(), caller.uid(), List.of(conversation.value()))
                .map(views -> {
                    View view = views.get(conversation.value());
                    if (view.maxSeq() == 0) {
                        throw ApiException.notFound("Conversation");
                    }
                    return view;
                });
    }

    /** The messages among these that the caller can see; numbers above the head are 40400. */
    Future<Map<Long, Stored>> visible(Caller caller, ConversationId conversation, List<Long> seqs) {
        return stored(caller, conversation, seqs).map(found -> {
            found.values().removeIf(stored -> stored.isGoneFor(caller.uid()));
            return found;
        });
    }

    /** The same with those that were deleted since. */
    Future<Map<Long, Stored>> stored(Caller caller, ConversationId conversation, List<Long> seqs) {
        return view(caller, conversation).compose(view -> {
            if (seqs.stream().anyMatch(seq -> seq > view.maxSeq())) {
                throw ApiException.notFound("Message");
            }
            List<Long> above = seqs.stream().filter(seq -> seq >= view.minSeq()).toList();
            return messages.find(caller.tenant(), conversation.value(), above);
        });
    }

    /** One message the caller sent; 40400 when the caller cannot see it, 40300 when somebody else sent it. */
    Future<Stored> own(Caller caller, ConversationId conversation, long seq) {
        return visible(caller, conversation, List.of(seq)).map(found -> {
            Stored stored = found.get(seq);
            if (stored == null) {
                throw ApiException.notFound("Message");
            }
            requireOwn(caller, conversation, stored);
            return stored;
        });
    }

    static void requireOwn(Caller caller, ConversationId conversation, Stored stored) {
        if (conversation.type() != ConversationId.SINGLE || stored.message().sendUid() != caller.uid()) {
            throw new ApiException(ErrorCode.FORBIDDEN, "Only the sender may do this.");
        }
    }

    /** Fails with 40300 when a message is older than the tenant allows; the window is milliseconds. */
    Future<Stored> withinWindow(Caller caller, Stored stored, String setting, long otherwise) {
        return tenants.find(caller.tenant()).map(tenant -> {
            long window = tenant.map(known -> known.number(setting, otherwise)).orElse(otherwise);
            if (System.currentTimeMillis() - stored.message().sendTime() > window) {
                throw new ApiException(ErrorCode.FORBIDDEN, "The message is too old for this.");
            }
            return stored;
        });
    }

    /** Makes a change for all members; null when what it was to change had changed before. */
    Future<Change> forAll(Caller caller, ConversationId conversation, Change.What what) {
        return changes.make(caller.tenant(), change(caller, conversation, 0, what), caller.sessionId());
    }

    /** Makes a change for the caller alone. */
    Future<Change> forOwner(Caller caller, ConversationId conversation, Change.What what) {
        return changes.make(caller.tenant(), change(caller, conversation, caller.uid(), what), caller.sessionId());
    }

    /** Makes a change of settings, of which others are told by what they see then. */
    Future<Change> settings(
            Caller caller, ConversationId conversation, long owner, Change.Settings settings, Teller teller) {
        return changes.make(caller.tenant(), change(caller, conversation, owner, settings), teller);
    }

    private static Change change(Caller caller, ConversationId conversation, long owner, Change.What what) {
        return new Change(conversation.value(), 0, owner, caller.uid(), System.currentTimeMillis(), what);
    }

    /** What a reply begins with. */
    static ObjectNode reply(ConversationId conversation, long version) {
        return Json.object().put("conversation_id", conversation.value()).put("version", version);
    }
}

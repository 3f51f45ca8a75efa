package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import java.util.Optional;

/** Reads which conversation a request is about. One the caller is not in looks like one that does not exist. */
public final class Conversations {

    static final int LONGEST_ID = 128;

    private Conversations() {}

    public static ConversationId ofCaller(Caller caller, ObjectNode data) {
        return parse(caller, Fields.text(data, "conversation_id", LONGEST_ID));
    }

    /** The group whose messages a request is about; empty when it is about anything else. */
    public static Optional<GroupId> group(ObjectNode data) {
        return GroupId.ofMessages(Fields.text(data, "conversation_id", LONGEST_ID));
    }

    public static ConversationId parse(Caller caller, String id) {
        return ConversationId.parse(id)
                .filter(conversation -> conversation.hasMember(caller.uid()))
                .orElseThrow(() -> ApiException.notFound("Conversation"));
    }
}

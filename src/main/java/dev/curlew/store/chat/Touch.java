package dev.curlew.store.chat;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.Message;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A conversation of two that got messages; both members' copies are made when missing.
 *
 * @param lowTime time of the newest message that moves it in the list of the member with the lower uid, 0 for none
 * @param highTime the same for the other member
 * @param latestSeq number of that message
 */
public record Touch(ConversationId conversation, long lowTime, long highTime, long latestSeq) {

    /** Only to have both members' copies. */
    public static Touch exists(ConversationId conversation) {
        return new Touch(conversation, 0, 0, 0);
    }

    /** Where messages move their conversations up in a member's list, unless they were sent not to; one a conversation. */
    public static List<Touch> of(Collection<Message> messages) {
        Map<String, Touch> latest = new LinkedHashMap<>();
        for (Message message : messages) {
            ConversationId.parse(message.conversationId()).ifPresent(id -> {
                boolean moves = message.option("conversation_update");
                boolean movesSender = moves && message.option("sender_conversation_update");
                boolean senderIsLow = message.sendUid() == id.lowUid();
                long low = (senderIsLow ? movesSender : moves) ? message.sendTime() : 0;
                long high = (senderIsLow ? moves : movesSender) ? message.sendTime() : 0;
                latest.merge(id.value(), new Touch(id, low, high, moves ? message.seq() : 0), Touch::later);
            });
        }
        return List.copyOf(latest.values());
    }

    private Touch later(Touch other) {
        return new Touch(
                conversation,
                Math.max(lowTime, other.lowTime),
                Math.max(highTime, other.highTime),
                Math.max(latestSeq, other.latestSeq));
    }
}

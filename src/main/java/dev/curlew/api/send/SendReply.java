package dev.curlew.api.send;

import dev.curlew.domain.Message;

/** The reply to {@code send}. {@code queued} is true when the place comes later, else absent. */
public record SendReply(
        String conversationId,
        String clientMsgId,
        String serverMsgId,
        long seq,
        long sendTime,
        boolean duplicate,
        Boolean queued) {

    static SendReply placed(Message message, long seq, long sendTime, boolean duplicate) {
        return new SendReply(
                message.conversationId(), message.clientMsgId(), message.serverMsgId(), seq, sendTime, duplicate, null);
    }

    static SendReply queued(Message message) {
        return new SendReply(
                message.conversationId(),
                message.clientMsgId(),
                message.serverMsgId(),
                0,
                message.sendTime(),
                false,
                true);
    }
}

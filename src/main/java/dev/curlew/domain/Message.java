package dev.curlew.domain;

import java.util.List;
import java.util.Map;

/**
 * A message on its way and at rest: the fields of document S's MsgDataModel. Immutable; the sequencer gives it its number.
 *
 * @param seq place in the conversation, 0 until the sequencer gave it
 * @param serverMsgId 24 hex digits derived from tenant, conversation, sender and client id (rule 9)
 * @param content the JSON text as the client sent it
 * @param sendHash digest of content type and canonical content; never shown
 * @param sendTime server clock, milliseconds; the first attempt's stays
 * @param options switches; absent means true
 */
public record Message(
        String tenant,
        String conversationId,
        int conversationType,
        long seq,
        String clientMsgId,
        String serverMsgId,
        long sendUid,
        long toUid,
        String senderNickname,
        String senderFaceUrl,
        int senderPlatform,
        int msgFrom,
        int contentType,
        String content,
        String sendHash,
        long sendTime,
        long createTime,
        Map<String, Boolean> options,
        List<Long> atUserIdList,
        boolean mentionAll,
        Long replySeq,
        Long rootSeq,
        String attachedInfo,
        String ex,
        OfflinePush push) {

    /** The switch of that name; absent means true. */
    public boolean option(String name) {
        return options.getOrDefault(name, true);
    }

    /** With its number, and the time of the first attempt. */
    public Message placed(long number, long firstSendTime) {
        return copy(number, firstSendTime, content, attachedInfo);
    }

    /** With something else attached. */
    public Message attached(String info) {
        return copy(seq, sendTime, content, info);
    }

    /** With another content. */
    public Message saying(String other) {
        return copy(seq, sendTime, other, attachedInfo);
    }

    private Message copy(long number, long firstSendTime, String said, String attached) {
        return new Message(
                tenant,
                conversationId,
                conversationType,
                number,
                clientMsgId,
                serverMsgId,
                sendUid,
                toUid,
                senderNickname,
                senderFaceUrl,
                senderPlatform,
                msgFrom,
                contentType,
                said,
                sendHash,
                firstSendTime,
                createTime,
                options,
                atUserIdList,
                mentionAll,
                replySeq,
                rootSeq,
                attached,
                ex,
                push);
    }
}

package dev.curlew.store.chat;

import dev.curlew.domain.Message;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A rise of one user's read position that followed from sending. */
public record Rise(long uid, String conversationId, long readSeq) {

    /** One for each sender and conversation. */
    public static List<Rise> of(Collection<Message> messages) {
        Map<String, Rise> highest = new LinkedHashMap<>();
        for (Message message : messages) {
            highest.merge(
                    message.conversationId() + "|" + message.sendUid(),
                    new Rise(message.sendUid(), message.conversationId(), message.seq()),
                    (a, b) -> a.readSeq() > b.readSeq() ? a : b);
        }
        return List.copyOf(highest.values());
    }
}

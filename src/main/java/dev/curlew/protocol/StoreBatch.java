package dev.curlew.protocol;

import dev.curlew.domain.Message;
import java.util.List;

/**
 * Numbered messages of one conversation, rising.
 *
 * @param head the conversation's head once these are counted
 */
public record StoreBatch(String tenant, String conversationId, long head, List<Message> messages)
        implements StoreRecord {}

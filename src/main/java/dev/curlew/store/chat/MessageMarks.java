package dev.curlew.store.chat;

import dev.curlew.domain.Message;
import io.vertx.core.Future;
import java.util.Collection;

/** Marks on stored messages that are no changes anyone asks for by number. */
public interface MessageMarks {

    /** The recipient has read these stored messages; what is attached to them becomes what they hold here. */
    Future<Void> markRead(String tenant, Collection<Message> messages);
}

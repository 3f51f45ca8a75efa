package dev.curlew.sequencer.group;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.MessageJson;
import dev.curlew.protocol.PushBatch.Push;
import dev.curlew.store.EventProducer;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells members of what was stored, in the order of the numbers. It is not waited for: what is stored is safe, and who is not told learns
 * of it from the head (rule 11).
 */
final class GroupAnnouncer {

    private static final Logger LOG = LoggerFactory.getLogger(GroupAnnouncer.class);

    /** Records stay well under the broker's limit of a mebibyte. */
    private static final int RECORD_CHARS = 300_000;

    private final EventProducer events;

    GroupAnnouncer(EventProducer events) {
        this.events = events;
    }

    void push(String tenant, GroupId group, List<Entry> entries) {
        List<Push> pushes = new ArrayList<>();
        int size = 0;
        for (Entry entry : entries) {
            Message message = entry.message();
            String frame = MessageJson.event(message);
            // The session that has the reply does not get the event.
            Cause cause = new Cause(message.sendUid(), entry.first().origin().sessionId(), null);
            pushes.add(new Push(message.conversationId(), message.seq(), 0, cause, null, frame, null));
            size += frame.length();
            if (size > RECORD_CHARS) {
                write(new GroupPush(tenant, group.value(), pushes, List.of()));
                pushes = new ArrayList<>();
                size = 0;
            }
        }
        if (!pushes.isEmpty()) {
            write(new GroupPush(tenant, group.value(), pushes, List.of()));
        }
    }

    private void write(GroupPush push) {
        events.produce(push)
                .onFailure(failure ->
                        LOG.warn("Members were not told at once, group {}: {}", push.groupId(), failure.toString()));
    }
}

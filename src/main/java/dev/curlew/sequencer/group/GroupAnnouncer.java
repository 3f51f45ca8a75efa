package dev.curlew.sequencer.group;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.MessageJson;
import dev.curlew.protocol.PushBatch;
import dev.curlew.protocol.PushBatch.Push;
import dev.curlew.store.kafka.KafkaWriter;
import dev.curlew.store.kafka.Topics;
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

    private final KafkaWriter kafka;

    GroupAnnouncer(KafkaWriter kafka) {
        this.kafka = kafka;
    }

    void push(String tenant, GroupId group, List<Entry> entries) {
        List<Push> pushes = new ArrayList<>();
        int size = 0;
        for (Entry entry : entries) {
            Push push = push(entry);
            if (entry.held()) {
                onlySender(tenant, entry, push);
                continue;
            }
            pushes.add(push);
            size += push.frame().length();
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

    private static Push push(Entry entry) {
        Message message = entry.message();
        String session = entry.first().origin().sessionId();
        // The session that has the reply does not get the event.
        Cause cause = message.option("sender_sync")
                ? new Cause(message.sendUid(), session, null)
                : Cause.ofAllSessions(message.sendUid());
        return new Push(message.conversationId(), message.seq(), 0, cause, null, MessageJson.event(message), null);
    }

    /** What waits for a review is shown to nobody else; the others learn from the head that there is a number. */
    private void onlySender(String tenant, Entry entry, Push push) {
        long uid = entry.message().sendUid();
        if (entry.message().option("sender_sync")) {
            PushBatch batch = new PushBatch(tenant, uid, List.of(push));
            kafka.write(Topics.TO_PUSH, Topics.pushKey(batch), batch)
                    .onFailure(
                            failure -> LOG.warn("A sender was not told at once, uid {}: {}", uid, failure.toString()));
        }
    }

    private void write(GroupPush push) {
        kafka.write(Topics.TO_PUSH, Topics.pushKey(push), push)
                .onFailure(failure ->
                        LOG.warn("Members were not told at once, group {}: {}", push.groupId(), failure.toString()));
    }
}

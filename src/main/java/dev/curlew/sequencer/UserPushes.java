package dev.curlew.sequencer;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.MessageJson;
import dev.curlew.protocol.Origin;
import dev.curlew.protocol.PushBatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What users are sent of messages between two that have their places: who is concerned, and the records for each of them. */
public final class UserPushes {

    /** Records stay well under the broker's limit of a mebibyte. */
    private static final int RECORD_CHARS = 300_000;

    private UserPushes() {}

    /**
     * A message with its place.
     *
     * @param origin of the try that took it
     * @param told false when it is something else by now: devices that miss its number are told to ask, and get what it is
     */
    public record Placed(Message message, Origin origin, boolean told) {}

    /** Who is concerned: the recipient, and the sender's other devices. What is for a group goes out as one record for all. */
    public static Map<Long, Map<String, List<Placed>>> byUser(Map<String, List<Placed>> byConversation) {
        Map<Long, Map<String, List<Placed>>> byUser = new LinkedHashMap<>();
        byConversation.forEach((id, all) -> all.forEach(placed -> {
            Message message = placed.message();
            if (GroupId.ofConversation(id).isPresent()) {
                return;
            }
            add(byUser, message.toUid(), id, placed);
            if (message.option("sender_sync")) {
                add(byUser, message.sendUid(), id, placed);
            }
        }));
        return byUser;
    }

    /** How many changes concern each user, by conversation. */
    public static Map<Long, Map<String, Integer>> changes(Map<Long, Map<String, List<Placed>>> byUser) {
        Map<Long, Map<String, Integer>> changes = new LinkedHashMap<>();
        byUser.forEach((uid, byConversation) -> {
            Map<String, Integer> counts = new LinkedHashMap<>();
            byConversation.forEach((id, all) -> counts.put(id, all.size()));
            changes.put(uid, counts);
        });
        return changes;
    }

    /** @param before each user's change counter before these; pushes are numbered on from it */
    public static List<PushBatch> of(
            String tenant, Map<Long, Map<String, List<Placed>>> byUser, Map<Long, Long> before) {
        Map<String, String> frames = new LinkedHashMap<>();
        List<PushBatch> records = new ArrayList<>();
        byUser.forEach((uid, byConversation) -> {
            long change = before.get(uid);
            List<PushBatch.Push> pushes = new ArrayList<>();
            int size = 0;
            for (List<Placed> all : byConversation.values()) {
                for (Placed placed : all) {
                    change++;
                    if (!placed.told()) {
                        continue;
                    }
                    String frame = frames.computeIfAbsent(
                            placed.message().serverMsgId(), id -> MessageJson.event(placed.message()));
                    pushes.add(push(placed, uid, change, frame));
                    size += frame.length();
                    if (size > RECORD_CHARS) {
                        records.add(new PushBatch(tenant, uid, pushes));
                        pushes = new ArrayList<>();
                        size = 0;
                    }
                }
            }
            if (!pushes.isEmpty()) {
                records.add(new PushBatch(tenant, uid, pushes));
            }
        });
        return records;
    }

    private static void add(Map<Long, Map<String, List<Placed>>> byUser, long uid, String id, Placed placed) {
        byUser.computeIfAbsent(uid, user -> new LinkedHashMap<>())
                .computeIfAbsent(id, conversation -> new ArrayList<>())
                .add(placed);
    }

    private static PushBatch.Push push(Placed placed, long uid, long change, String frame) {
        Message message = placed.message();
        boolean own = uid == message.sendUid();
        return new PushBatch.Push(
                message.conversationId(),
                message.seq(),
                change,
                new Cause(
                        message.sendUid(),
                        own ? placed.origin().sessionId() : null,
                        own ? placed.origin().attempt() : null),
                null,
                frame,
                own || !message.option("offline_push") ? null : Reminders.of(message));
    }
}

package dev.curlew.sequencer;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.MessageJson;
import dev.curlew.protocol.NodeCommand.SettleSends;
import dev.curlew.protocol.NodeCommand.Settled;
import dev.curlew.protocol.Origin;
import dev.curlew.protocol.PushBatch;
import dev.curlew.protocol.PushRecord;
import dev.curlew.protocol.SendRecord;
import dev.curlew.protocol.StoreBatch;
import dev.curlew.sequencer.Replays.Fate;
import dev.curlew.store.Claims.Claim;
import dev.curlew.store.kafka.KafkaWriter;
import dev.curlew.store.kafka.Topics;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells the rest of the system of placed messages: answers for the senders over the bus, one message a node; records for storing
 * and pushing through Kafka, one per conversation and per user.
 */
final class Announcer {

    private static final DeliveryOptions WAIT = new DeliveryOptions().setSendTimeout(3_000);

    /** Records stay well under the broker's limit of a mebibyte. */
    private static final int RECORD_CHARS = 300_000;

    private final EventBus bus;
    private final KafkaWriter kafka;
    private final Map<String, List<Settled>> answers = new LinkedHashMap<>();

    Announcer(EventBus bus, KafkaWriter kafka) {
        this.bus = bus;
        this.kafka = kafka;
    }

    /** Notes the answer for one record of a message that has its place. */
    void answer(SendRecord record, Claim claim) {
        Origin origin = record.origin();
        boolean same = claim.sendHash().equals(record.message().sendHash());
        boolean duplicate = !claim.attempt().equals(origin.attempt());
        answers.computeIfAbsent(origin.nodeId(), node -> new ArrayList<>())
                .add(
                        same
                                ? new Settled(
                                        origin.attempt(),
                                        0,
                                        null,
                                        claim.serverMsgId(),
                                        claim.seq(),
                                        claim.sendTime(),
                                        duplicate)
                                : new Settled(
                                        origin.attempt(),
                                        ErrorCode.DUPLICATE_MISMATCH.code(),
                                        "This client_msg_id was sent before with another content.",
                                        null,
                                        0,
                                        0,
                                        false));
    }

    /** Sends the noted answers. The bus may lose them: then the message event settles the send, or the client asks again. */
    void sendAnswers() {
        answers.forEach((node, settled) -> bus.request(BusAddresses.control(node), new SettleSends(settled), WAIT));
        answers.clear();
    }

    Future<Void> store(String tenant, Map<String, List<Outcome>> byConversation, Map<String, Long> heads) {
        List<Future<Void>> writes = new ArrayList<>();
        byConversation.forEach((conversation, outcomes) -> {
            String key = Topics.conversationKey(tenant, conversation);
            List<Message> messages = outcomes.stream().map(Outcome::message).toList();
            for (List<Message> some : parts(messages)) {
                StoreBatch batch = new StoreBatch(tenant, conversation, heads.get(conversation), some);
                writes.add(kafka.write(Topics.TO_MONGO, key, batch));
            }
        });
        return Future.join(writes).mapEmpty();
    }

    /** @param before each user's change counter before this batch; pushes are numbered on from it */
    Future<Void> push(String tenant, Map<Long, Map<String, List<Outcome>>> byUser, Map<Long, Long> before) {
        Map<String, String> frames = new LinkedHashMap<>();
        List<Future<Void>> writes = new ArrayList<>();
        byUser.forEach((uid, byConversation) -> {
            long change = before.get(uid);
            List<PushBatch.Push> pushes = new ArrayList<>();
            int size = 0;
            for (List<Outcome> outcomes : byConversation.values()) {
                for (Outcome outcome : outcomes) {
                    if (outcome.fate() == Fate.CHANGED) {
                        // Its number is passed over: devices that miss it are told to ask, and get what it is now.
                        change++;
                        continue;
                    }
                    String frame = frames.computeIfAbsent(
                            outcome.message().serverMsgId(), id -> MessageJson.event(outcome.message()));
                    pushes.add(push(outcome, uid, ++change, frame));
                    size += frame.length();
                    if (size > RECORD_CHARS) {
                        writes.add(write(tenant, uid, pushes));
                        pushes = new ArrayList<>();
                        size = 0;
                    }
                }
            }
            if (!pushes.isEmpty()) {
                writes.add(write(tenant, uid, pushes));
            }
        });
        return Future.join(writes).mapEmpty();
    }

    private Future<Void> write(String tenant, long uid, List<PushBatch.Push> pushes) {
        return push(new PushBatch(tenant, uid, pushes));
    }

    private Future<Void> push(PushRecord record) {
        return kafka.write(Topics.TO_PUSH, Topics.pushKey(record), record);
    }

    /** Notifications of groups: each as a message, and as the event it tells of. */
    Future<Void> pushGroups(String tenant, Map<String, List<Outcome>> byConversation) {
        List<Future<Void>> writes = new ArrayList<>();
        byConversation.forEach((id, outcomes) -> GroupId.ofNotices(id).ifPresent(group -> {
            for (Outcome outcome : outcomes) {
                if (outcome.fate() != Fate.CHANGED) {
                    writes.add(push(GroupNews.of(group, outcome.message())));
                }
            }
        }));
        return Future.join(writes).mapEmpty();
    }

    private static PushBatch.Push push(Outcome outcome, long uid, long change, String frame) {
        Message message = outcome.message();
        boolean own = uid == message.sendUid();
        return new PushBatch.Push(
                message.conversationId(),
                message.seq(),
                change,
                new Cause(
                        message.sendUid(),
                        own ? outcome.origin().sessionId() : null,
                        own ? outcome.origin().attempt() : null),
                null,
                frame,
                own || !message.option("offline_push") ? null : Reminders.of(message));
    }

    private static List<List<Message>> parts(List<Message> messages) {
        List<List<Message>> parts = new ArrayList<>();
        List<Message> part = new ArrayList<>();
        int size = 0;
        for (Message message : messages) {
            part.add(message);
            size += message.content().length() + 1_000;
            if (size > RECORD_CHARS) {
                parts.add(part);
                part = new ArrayList<>();
                size = 0;
            }
        }
        if (!part.isEmpty()) {
            parts.add(part);
        }
        return parts;
    }
}

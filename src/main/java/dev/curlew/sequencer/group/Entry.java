package dev.curlew.sequencer.group;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.Review;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.GroupSends.GroupSend;
import dev.curlew.protocol.NodeCommand.Settled;
import dev.curlew.store.mysql.GroupMessageStore.Key;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One message of a batch with all that asked for it, and what became of it. Repeats of one client id are one message. */
final class Entry {

    private final List<Waiting> waiting = new ArrayList<>(1);
    private final Key key;
    private Message message;
    private long messageId;
    private boolean takeOver;
    private boolean announcesAgain;
    private State state = State.OPEN;
    private ApiException refusal;
    private String hash;

    /** Where it stands. */
    enum State {
        /** Not claimed yet. */
        OPEN,
        /** Claimed and numbered, not stored. */
        NUMBERED,
        /** Stored by this batch. */
        STORED,
        /** Stored before; some of what follows may be undone. */
        ADOPTED,
        /** Stored before, and all that follows is done. */
        KNOWN,
        /** It is not stored, and its claim is to be given back. */
        RELEASED,
        /** It cannot be told, or is somebody else's. */
        LEFT
    }

    private Entry(Waiting first) {
        this.message = first.send().message();
        this.key = Key.of(message);
        this.hash = message.sendHash();
    }

    /** In the order of the first of each. */
    static Map<Key, Entry> join(List<Waiting> batch) {
        Map<Key, Entry> byKey = new LinkedHashMap<>();
        batch.forEach(one -> byKey.computeIfAbsent(Key.of(one.send().message()), key -> new Entry(one))
                .waiting
                .add(one));
        return byKey;
    }

    Key key() {
        return key;
    }

    String topic() {
        return key.topic();
    }

    GroupId group() {
        return GroupId.ofTopic(key.topic()).orElseThrow();
    }

    Message message() {
        return message;
    }

    /** Who asked first: the others are its repeats. */
    GroupSend first() {
        return waiting.get(0).send();
    }

    /** As whoever asked first had it looked at. */
    Review review() {
        return first().review();
    }

    /** Whether nobody but its sender may be told of it. */
    boolean held() {
        return state == State.STORED && review().held();
    }

    List<Waiting> waiting() {
        return waiting;
    }

    State state() {
        return state;
    }

    boolean in(State other) {
        return state == other;
    }

    long messageId() {
        return messageId;
    }

    String hash() {
        return hash;
    }

    boolean takeOver() {
        return takeOver;
    }

    /** Whether those concerned may not have been told of it, and may be. */
    boolean announcesAgain() {
        return announcesAgain && state == State.ADOPTED;
    }

    /** This process left it pending, and MySQL does not have it. */
    void mayTakeOver() {
        takeOver = true;
    }

    void numbered(long seq) {
        message = message.placed(seq, message.sendTime());
        state = State.NUMBERED;
    }

    void stored(long id) {
        messageId = id;
        state = State.STORED;
    }

    /** The row that was there decides, down to what it says. */
    void adopted(Stored row) {
        // Claimed by somebody and not done: nobody may have been told of it yet.
        announcesAgain = state == State.OPEN && row.isNormal() && row.since().change() == 0;
        message = row.message();
        messageId = row.id();
        hash = message.sendHash();
        state = State.ADOPTED;
    }

    void known(long seq, long id, long sendTime, String sendHash) {
        message = message.placed(seq, sendTime);
        messageId = id;
        hash = sendHash;
        state = State.KNOWN;
    }

    void released(ApiException why) {
        refusal = why;
        state = State.RELEASED;
    }

    void left(ApiException why) {
        refusal = why;
        state = State.LEFT;
    }

    /** The answer for one who asked. */
    Settled answer(Waiting one) {
        String attempt = one.send().origin().attempt();
        if (refusal != null) {
            return new Settled(attempt, refusal.code().code(), refusal.getMessage(), null, 0, 0, false);
        }
        if (!hash.equals(one.send().message().sendHash())) {
            return new Settled(
                    attempt,
                    ErrorCode.DUPLICATE_MISMATCH.code(),
                    "This client_msg_id was sent before with another content.",
                    null,
                    0,
                    0,
                    false);
        }
        boolean duplicate = state != State.STORED || one != waiting.get(0);
        return new Settled(attempt, 0, null, message.serverMsgId(), message.seq(), message.sendTime(), duplicate);
    }
}

package dev.curlew.cases;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** What two users' unread counts of their chat have to be: the rule, spelled out number by number. */
final class UnreadModel {

    private final Map<Long, Long> senders = new HashMap<>();
    private final Set<Long> uncounted = new HashSet<>();
    private final Map<Long, User> users = new HashMap<>();
    private long head;

    private static final class User {
        private final Set<Long> deleted = new HashSet<>();
        private long readSeq;
        private long minSeq = 1;
        private boolean muted;
    }

    UnreadModel(long... uids) {
        for (long uid : uids) {
            users.put(uid, new User());
        }
    }

    void sent(long uid, long seq, boolean counts) {
        head = seq;
        senders.put(seq, uid);
        if (!counts) {
            uncounted.add(seq);
        }
        users.get(uid).readSeq = seq;
    }

    void read(long uid, long seq) {
        User user = users.get(uid);
        user.readSeq = Math.max(user.readSeq, Math.min(seq, head));
    }

    void goneForAll(long seq) {
        uncounted.add(seq);
    }

    void deleted(long uid, long seq) {
        users.get(uid).deleted.add(seq);
    }

    void cleared(long uid) {
        users.get(uid).minSeq = head + 1;
    }

    void muted(long uid, boolean muted) {
        users.get(uid).muted = muted;
    }

    long head() {
        return head;
    }

    long readSeq(long uid) {
        return users.get(uid).readSeq;
    }

    long unread(long uid) {
        User user = users.get(uid);
        return LongStream.rangeClosed(Math.max(user.readSeq + 1, user.minSeq), head)
                .filter(seq -> senders.containsKey(seq) && !uncounted.contains(seq) && !user.deleted.contains(seq))
                .count();
    }

    /** Over all conversations, of which there is one. */
    long total(long uid) {
        return users.get(uid).muted ? 0 : unread(uid);
    }
}

package dev.curlew.gateway.group;

import dev.curlew.gateway.delivery.ChangeTracker;
import dev.curlew.gateway.session.Session;
import dev.curlew.store.GroupKey;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** A group with its sessions on this node, and how much of its conversations came here (rule 11). Safe for several threads. */
public final class AttachedGroup {

    /** A session's base where it is not known. */
    public static final long UNKNOWN = -1;

    private static final long MOST_UNTOLD_MS = 60_000;

    private static final long[] NO_BASES = {};

    private final GroupKey key;
    private final List<String> conversations;
    private final List<ChangeTracker> trackers;
    private final Map<Context, Map<Session, long[]>> loops = new ConcurrentHashMap<>();
    private boolean ended;
    private long untoldUntilMs;

    /** @param conversations whose heads are compared each heartbeat */
    AttachedGroup(GroupKey key, List<String> conversations) {
        this.key = key;
        this.conversations = conversations;
        this.trackers =
                conversations.stream().map(conversation -> new ChangeTracker()).toList();
    }

    public GroupKey key() {
        return key;
    }

    List<String> conversations() {
        return conversations;
    }

    ChangeTracker tracker(String conversation) {
        int index = conversations.indexOf(conversation);
        return index < 0 ? null : trackers.get(index);
    }

    boolean begun() {
        return trackers.stream().allMatch(ChangeTracker::begun);
    }

    void add(Session session) {
        loops.computeIfAbsent(session.context(), loop -> new ConcurrentHashMap<>())
                .putIfAbsent(session, NO_BASES);
    }

    /** True when it was the last one. */
    boolean remove(Session session) {
        Map<Session, long[]> same = loops.get(session.context());
        if (same != null) {
            same.remove(session);
        }
        return loops.values().stream().allMatch(Map::isEmpty);
    }

    public boolean has(Session session) {
        return on(session.context()).containsKey(session);
    }

    /** The event loops of its sessions, perhaps of some that it has no more. */
    public Set<Context> loops() {
        return loops.keySet();
    }

    /** The sessions of one event loop, each with its bases. */
    public Map<Session, long[]> on(Context loop) {
        return loops.getOrDefault(loop, Map.of());
    }

    List<Session> sessions() {
        List<Session> all = new ArrayList<>();
        loops.values().forEach(some -> all.addAll(some.keySet()));
        return all;
    }

    Set<Long> uids() {
        Set<Long> uids = new HashSet<>();
        sessions().forEach(session -> uids.add(session.login().caller().uid()));
        return uids;
    }

    /** What is live for a session begins where the conversations stand now. */
    void based(Session session) {
        long[] now = IntStream.range(0, trackers.size())
                .mapToLong(i -> trackers.get(i).begun() ? trackers.get(i).floor() : UNKNOWN)
                .toArray();
        Map<Session, long[]> same = loops.get(session.context());
        if (same != null) {
            same.computeIfPresent(session, (known, before) -> now);
        }
    }

    /** The number of a conversation after which all is live for a session, or {@link #UNKNOWN}. */
    long base(Session session, String conversation) {
        return base(on(session.context()).getOrDefault(session, NO_BASES), index(conversation));
    }

    /** Where a conversation is among a session's bases; negative when it has none. */
    public int index(String conversation) {
        return conversations.indexOf(conversation);
    }

    /** One of the bases of a session, by the conversation's index, or {@link #UNKNOWN}. */
    public static long base(long[] bases, int index) {
        return index < 0 || index >= bases.length ? UNKNOWN : bases[index];
    }

    /** An event came to this node. */
    public void delivered(String conversation, long seq) {
        ChangeTracker tracker = tracker(conversation);
        if (tracker != null) {
            tracker.delivered(seq);
        }
    }

    /** An event came and could not be handed on. */
    public void lost(String conversation, long seq) {
        ChangeTracker tracker = tracker(conversation);
        if (tracker != null) {
            tracker.lost(seq);
        }
    }

    /** The group is no more; its sessions are kept until they were told so. */
    public synchronized void ends() {
        if (!ended) {
            ended = true;
            untoldUntilMs = nowMs() + MOST_UNTOLD_MS;
        }
    }

    synchronized boolean ended() {
        return ended;
    }

    /** The last there is to say of the group came to this node. */
    public synchronized void toldOfEnd() {
        ended = true;
        untoldUntilMs = nowMs();
    }

    /** Whether its sessions were told of its end, or for so long were not that they will not be. */
    synchronized boolean over() {
        return ended && nowMs() >= untoldUntilMs;
    }

    private static long nowMs() {
        return System.nanoTime() / 1_000_000;
    }

    @Override
    public String toString() {
        return key + " " + Arrays.toString(conversations.toArray());
    }
}

package dev.curlew.gateway.group;

import dev.curlew.store.GroupKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages kept back from members who may be leaving their group (rule 16): they get them when they stay. Safe for several threads.
 */
public final class HeldMembers {

    /** More are dropped; the next message shows the gap. */
    private static final int MOST = 1_000;

    private final Map<Member, List<Runnable>> held = new HashMap<>();
    private volatile boolean any;

    private record Member(GroupKey group, long uid) {}

    synchronized void begin(GroupKey group, long uid) {
        held.putIfAbsent(new Member(group, uid), new ArrayList<>());
        any = true;
    }

    /** Whether anybody is kept anything from, in any group: mostly nobody is. */
    public boolean any() {
        return any;
    }

    /** True when it is kept back. */
    public synchronized boolean keeps(GroupKey group, long uid, Runnable delivery) {
        List<Runnable> mine = held.get(new Member(group, uid));
        if (mine != null && mine.size() < MOST) {
            mine.add(delivery);
        }
        return mine != null;
    }

    synchronized boolean holds(GroupKey group, long uid) {
        return held.containsKey(new Member(group, uid));
    }

    /** The user stayed, and is sent what was kept back before anything else. */
    synchronized void stayed(GroupKey group, long uid) {
        List<Runnable> mine = remove(group, uid);
        if (mine != null) {
            mine.forEach(Runnable::run);
        }
    }

    /** The user is gone. */
    synchronized void left(GroupKey group, long uid) {
        remove(group, uid);
    }

    private List<Runnable> remove(GroupKey group, long uid) {
        List<Runnable> mine = held.remove(new Member(group, uid));
        any = !held.isEmpty();
        return mine;
    }
}

package dev.curlew.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who was in which group when, in lines of the journal. A member comes and goes between a question and its answer, so whatever
 * overlaps with that time may be seen and need not.
 */
final class Memberships {

    /** The time of a message: from the first attempt to send it to the first acknowledgement. */
    record Span(int from, int to) {}

    private static final class Stay {
        private final int joining;
        private int joined = Integer.MAX_VALUE;
        private int leaving = Integer.MAX_VALUE;
        private int left = Integer.MAX_VALUE;

        private Stay(int joining) {
            this.joining = joining;
        }
    }

    private final Map<String, Map<Long, List<Stay>>> groups = new HashMap<>();

    Memberships(List<Journal.Line> lines) {
        for (Journal.Line line : lines) {
            if (line.entry() instanceof Entry.Group group) {
                Map<Long, List<Stay>> members = new HashMap<>();
                group.members().forEach(uid -> members.put(uid, new ArrayList<>(List.of(begun(line.index())))));
                groups.put(group.conversationId(), members);
            } else if (line.entry() instanceof Entry.Membership change) {
                note(line.index(), change);
            }
        }
    }

    /** Whether a user has at any time been in a conversation. Its notifications are for the same users. */
    boolean member(long uid, String conversationId) {
        Map<Long, List<Stay>> group = groups.get(group(conversationId));
        return group == null ? ofTwo(uid, conversationId) : group.containsKey(uid);
    }

    /** Whether somebody may see a message, having been a member at some moment of its time. */
    boolean maySee(long uid, String conversationId, Span message) {
        Map<Long, List<Stay>> group = groups.get(conversationId);
        return group == null
                || group.getOrDefault(uid, List.of()).stream()
                        .anyMatch(stay -> stay.joining < message.to() && message.from() < stay.left);
    }

    /** Whether a message has to be in somebody's history: said while they were certainly in, and had not been out since. */
    boolean mustSee(long uid, String conversationId, Span message) {
        Map<Long, List<Stay>> group = groups.get(conversationId);
        if (group == null) {
            return true;
        }
        List<Stay> stays = group.getOrDefault(uid, List.of());
        Stay last = stays.isEmpty() ? null : stays.get(stays.size() - 1);
        return last != null && last.joined < message.from() && message.to() < last.leaving;
    }

    /** Whether somebody is certainly in at a line, so that what they are told of the conversation is what it is to all. */
    boolean in(long uid, String conversationId, int line) {
        Map<Long, List<Stay>> group = groups.get(group(conversationId));
        return group == null
                || group.getOrDefault(uid, List.of()).stream()
                        .anyMatch(stay -> stay.joined <= line && line < stay.leaving);
    }

    static boolean ofTwo(long uid, String conversationId) {
        String[] parts = conversationId.split("_");
        return parts.length == 3 && (parts[1].equals(Long.toString(uid)) || parts[2].equals(Long.toString(uid)));
    }

    private static String group(String conversationId) {
        return conversationId.startsWith("n_") ? "sg" + conversationId.substring(1) : conversationId;
    }

    private static Stay begun(int line) {
        Stay stay = new Stay(line);
        stay.joined = line;
        return stay;
    }

    private void note(int line, Entry.Membership change) {
        Map<Long, List<Stay>> group = groups.get(change.conversationId());
        Set<Long> who = change.uid() == Entry.EVERYBODY ? new HashSet<>(group.keySet()) : Set.of(change.uid());
        for (long uid : who) {
            List<Stay> stays = group.computeIfAbsent(uid, ignored -> new ArrayList<>());
            if (change.step() == Entry.Step.COMING) {
                stays.add(new Stay(line));
                continue;
            }
            Stay stay = stays.get(stays.size() - 1);
            switch (change.step()) {
                case IN -> stay.joined = line;
                case GOING -> stay.leaving = Math.min(stay.leaving, line);
                default -> stay.left = Math.min(stay.left, line);
            }
        }
    }
}

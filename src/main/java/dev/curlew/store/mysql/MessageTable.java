package dev.curlew.store.mysql;

import dev.curlew.protocol.ApiException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which table holds a message: statements on messages ask here and name no table themselves. Groups' messages are in
 * {@code im_group_messages}, all others in {@code im_messages}, each of them one table for all times. What is written is asked for
 * by its number and time, and what is read by a range, since a table may end at either.
 */
public final class MessageTable {

    /** Longest topic or conversation id that has a place in the tables. */
    public static final int MAX_TOPIC = 64;

    private static final Pattern GROUP_TOPIC = Pattern.compile("(grp|sg)_.+");

    private final Databases databases;

    public MessageTable(Databases databases) {
        this.databases = databases;
    }

    /**
     * The table that takes a message, quoted and with its database.
     *
     * @param topic of a group, or a conversation id
     * @param seq its number, from 1
     * @param createdAt milliseconds; stays the same when a message is stored again
     */
    public String forMessage(String tenant, String topic, long seq, long createdAt) {
        if (seq < 1 || createdAt < 0) {
            throw ApiException.invalid("A message has a number from 1 and a time.");
        }
        return databases.tenant(tenant, name(topic));
    }

    /** All tables of a kind of conversations, for work that goes through all of them. */
    List<String> all(String tenant, TopicKind kind) {
        return List.of(databases.tenant(tenant, kind.messages));
    }

    /** The tables that may hold messages with these numbers, both included, in the order of the numbers; none for an empty range. */
    public List<String> forSeqs(String tenant, String topic, long from, long to) {
        return from > to ? List.of() : List.of(databases.tenant(tenant, name(topic)));
    }

    /** The tables that may hold messages of this time, milliseconds, both included, the oldest first; none for an empty range. */
    public List<String> forTimes(String tenant, String topic, long from, long to) {
        return from > to ? List.of() : List.of(databases.tenant(tenant, name(topic)));
    }

    /** The tables of all groups' messages, for work that goes through all of them. */
    public List<String> ofGroups(String tenant) {
        return all(tenant, TopicKind.GROUP);
    }

    /** What is noted about groups' messages, so that reading need not look into them. */
    String marks(String tenant) {
        return databases.tenant(tenant, "im_group_marks");
    }

    private static String name(String topic) {
        if (topic == null || topic.isEmpty() || topic.length() > MAX_TOPIC) {
            throw ApiException.invalid("A topic has 1 to " + MAX_TOPIC + " characters.");
        }
        return GROUP_TOPIC.matcher(topic).matches() ? TopicKind.GROUP.messages : TopicKind.CHAT.messages;
    }
}

package dev.curlew.store.mysql;

import dev.curlew.domain.GroupId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The two families of tables that hold messages: those of groups, and those of all other conversations. Their columns differ in names only. */
enum TopicKind {
    GROUP("im_group_messages", "topic", "group_id", "im_topic_seq", "topic", "high"),
    CHAT("im_messages", "conversation_id", "recv_user", "im_seq", "conversation_id", "head");

    /** The table of messages. */
    final String messages;

    /** Its column that says which conversation a message is in: a group's topic, else the conversation's id. */
    final String key;

    /** Its column for whom a message is: the group, or the recipient. */
    final String target;

    /** The table of the highest numbers. */
    final String numbers;

    /** Its column that says of which conversation. */
    final String numbersKey;

    /** Its column for the highest number that is settled with all below it. */
    final String high;

    TopicKind(String messages, String key, String target, String numbers, String numbersKey, String high) {
        this.messages = messages;
        this.key = key;
        this.target = target;
        this.numbers = numbers;
        this.numbersKey = numbersKey;
        this.high = high;
    }

    static TopicKind of(String topic) {
        return GroupId.ofTopic(topic).isPresent() ? GROUP : CHAT;
    }

    /** The topics of each kind, sorted, groups first: the order in which they are locked. */
    static Map<TopicKind, List<String>> sorted(Collection<String> topics) {
        Map<TopicKind, List<String>> sorted = new EnumMap<>(TopicKind.class);
        new TreeSet<>(topics)
                .forEach(topic -> sorted.computeIfAbsent(of(topic), kind -> new ArrayList<>())
                        .add(topic));
        return sorted;
    }

    /** What {@link #target} says of a topic for numbers that have no message. */
    long nobody(String topic) {
        return GroupId.ofTopic(topic).map(GroupId::value).orElse(0L);
    }
}

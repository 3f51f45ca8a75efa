package dev.curlew.domain;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A group by its number, and the three names it goes by: {@code grp_{id}} addresses it, {@code sg_{id}} is its conversation, and
 * {@code n_{id}} is the conversation in which the server notifies its members.
 */
public record GroupId(long value) {

    private static final Pattern FORM = Pattern.compile("(grp|sg|n)_([1-9][0-9]{0,18})");

    /** Empty when the text is not the topic of a group in its canonical form. */
    public static Optional<GroupId> ofTopic(String topic) {
        return parse(topic, "grp");
    }

    /** Empty when the text names no conversation of a group, neither its messages nor its notifications. */
    public static Optional<GroupId> ofConversation(String conversationId) {
        return ofMessages(conversationId).or(() -> ofNotices(conversationId));
    }

    /** Empty when the text does not name the messages of a group. */
    public static Optional<GroupId> ofMessages(String conversationId) {
        return parse(conversationId, "sg");
    }

    /** Empty when the text does not name the notifications of a group. */
    public static Optional<GroupId> ofNotices(String conversationId) {
        return parse(conversationId, "n");
    }

    /** What a conversation is called where messages get their numbers: a group's topic, else its id. */
    public static String topicOf(String conversationId) {
        return ofMessages(conversationId).map(GroupId::topic).orElse(conversationId);
    }

    private static Optional<GroupId> parse(String text, String prefix) {
        if (!text.startsWith(prefix)) {
            return Optional.empty();
        }
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || !matcher.group(1).equals(prefix)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new GroupId(Long.parseLong(matcher.group(2))));
        } catch (NumberFormatException outOfRange) {
            return Optional.empty();
        }
    }

    public String topic() {
        return "grp_" + value;
    }

    public String conversation() {
        return "sg_" + value;
    }

    public String notices() {
        return "n_" + value;
    }

    @Override
    public String toString() {
        return topic();
    }
}

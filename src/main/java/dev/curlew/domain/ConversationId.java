package dev.curlew.domain;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a conversation between two, with {@code a < b}: {@code si_{a}_{b}} for a single chat, {@code n_{a}_{b}} for what
 * the server notifies the pair of. Both sides derive the same id.
 */
public record ConversationId(String value, int type, long lowUid, long highUid) {

    public static final int SINGLE = 1;
    public static final int GROUP = 2;
    public static final int NOTIFICATION = 4;

    private static final Pattern FORM = Pattern.compile("(si|n)_([1-9][0-9]{0,18})_([1-9][0-9]{0,18})");

    public static ConversationId single(long oneUid, long otherUid) {
        return pair("si_", SINGLE, oneUid, otherUid);
    }

    /** Where the server notifies these two. */
    public static ConversationId notifications(long oneUid, long otherUid) {
        return pair("n_", NOTIFICATION, oneUid, otherUid);
    }

    private static ConversationId pair(String prefix, int type, long oneUid, long otherUid) {
        long low = Math.min(oneUid, otherUid);
        long high = Math.max(oneUid, otherUid);
        return new ConversationId(prefix + low + "_" + high, type, low, high);
    }

    /** Empty when the text is not the canonical form of a conversation between two different users. */
    public static Optional<ConversationId> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            long low = Long.parseLong(matcher.group(2));
            long high = Long.parseLong(matcher.group(3));
            int type = matcher.group(1).equals("n") ? NOTIFICATION : SINGLE;
            return low < high ? Optional.of(new ConversationId(text, type, low, high)) : Optional.empty();
        } catch (NumberFormatException outOfRange) {
            return Optional.empty();
        }
    }

    public boolean hasMember(long uid) {
        return uid == lowUid || uid == highUid;
    }

    public long peerOf(long uid) {
        return uid == lowUid ? highUid : lowUid;
    }

    @Override
    public String toString() {
        return value;
    }
}

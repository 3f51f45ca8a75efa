package dev.curlew.store.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Group;
import dev.curlew.store.notice.Notice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What a change of a group comes to.
 *
 * @param group as it is to be, but for its version; null when nothing changes
 * @param news what members are told, in this order
 * @param added who became a member
 * @param removed who is none any more
 * @param letters notifications of pairs, which are written even when the group stays as it is
 */
public record GroupEffect(Group group, List<News> news, List<Long> added, List<Long> removed, List<Notice> letters) {

    /** What was asked for is so already. */
    public static final GroupEffect NONE = new GroupEffect(null, List.of(), List.of(), List.of(), List.of());

    /** Of a long list of targets this many are named. */
    private static final int MOST_TARGETS = 100;

    /**
     * A notification.
     *
     * @param contentType 1004 to 1010
     * @param kind as the {@code group} event has it
     * @param targets whom it is about
     * @param count how many it is about, which may be more than are named
     * @param more further fields of its content; null for none
     */
    public record News(int contentType, String kind, List<Long> targets, int count, ObjectNode more) {

        /** Names as many as it can. */
        public static News of(int contentType, String kind, Collection<Long> targets) {
            List<Long> named = targets.stream().limit(MOST_TARGETS).toList();
            return new News(contentType, kind, named, targets.size(), null);
        }

        /** The same, saying more. */
        public News with(ObjectNode fields) {
            return new News(contentType, kind, targets, count, fields);
        }
    }

    /** A change of the group or of what members are in it. */
    public static GroupEffect of(Group group, int contentType, String kind, Collection<Long> targets) {
        return new GroupEffect(group, List.of(News.of(contentType, kind, targets)), List.of(), List.of(), List.of());
    }

    /** The same, with these as new members. */
    public GroupEffect adding(List<Long> uids) {
        return new GroupEffect(group, news, uids, removed, letters);
    }

    /** The same, without these members. */
    public GroupEffect removing(List<Long> uids) {
        return new GroupEffect(group, news, added, uids, letters);
    }

    /** The same, with something more to tell. */
    public GroupEffect and(News another) {
        List<News> all = new ArrayList<>(news);
        all.add(another);
        return new GroupEffect(group, List.copyOf(all), added, removed, letters);
    }

    /** The same, with what single users are told. */
    public GroupEffect writing(List<Notice> notices) {
        return new GroupEffect(group, news, added, removed, notices);
    }
}

package dev.curlew.push;

import dev.curlew.push.PushProvider.Content;
import dev.curlew.push.PushProvider.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Users who are reminded by one call, since the notice is equal for all of them. */
record Group(Content content, List<Notice> notices) {

    /**
     * Few calls for many notices.
     *
     * @param most targets of one call
     * @param targets how many a notice has; all of them are in one call
     */
    static List<Group> of(List<Notice> notices, int most, ToIntFunction<Notice> targets) {
        Map<Content, List<Notice>> equal = new LinkedHashMap<>();
        notices.forEach(notice -> equal.computeIfAbsent(notice.content(), content -> new ArrayList<>())
                .add(notice));
        List<Group> groups = new ArrayList<>();
        equal.forEach((content, all) -> {
            List<Notice> part = new ArrayList<>();
            int size = 0;
            for (Notice notice : all) {
                int more = targets.applyAsInt(notice);
                if (!part.isEmpty() && size + more > most) {
                    groups.add(new Group(content, part));
                    part = new ArrayList<>();
                    size = 0;
                }
                part.add(notice);
                size += more;
            }
            groups.add(new Group(content, part));
        });
        return groups;
    }

    int size() {
        return notices.size();
    }

    /** Two halves of a group of two or more. */
    List<Group> halves() {
        int middle = notices.size() / 2;
        return List.of(
                new Group(content, notices.subList(0, middle)),
                new Group(content, notices.subList(middle, notices.size())));
    }
}

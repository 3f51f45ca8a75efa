package dev.curlew.api.op;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.store.GroupAudience;
import dev.curlew.store.GroupAudience.Stay;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which conversations a caller may read, and of what time: those of a pair the caller is in, and the messages and notifications of groups
 * the caller is or was a member of. Of messages the bounds are numbers, which come with the caller's position.
 */
public final class Readable {

    private final GroupAudience groups;

    public Readable(GroupAudience groups) {
        this.groups = groups;
    }

    /** Fails with 40400 as soon as the caller may not read one of them, whether it exists or not. */
    public Future<Map<String, Stay>> all(Caller caller, Collection<String> ids) {
        Map<String, Stay> readable = new LinkedHashMap<>();
        List<Future<?>> asked = new ArrayList<>();
        for (String id : ids) {
            Optional<GroupId> group = GroupId.ofConversation(id);
            if (group.isEmpty()) {
                Conversations.parse(caller, id);
            }
            readable.put(id, Stay.ALWAYS);
            boolean notices = GroupId.ofNotices(id).isPresent();
            group.ifPresent(one -> asked.add(groups.stay(caller.tenant(), one.value(), caller.uid())
                    .map(found -> found.orElseThrow(() -> ApiException.notFound("conversation")))
                    .map(stay -> readable.put(id, notices ? stay : Stay.ALWAYS))));
        }
        return Future.join(asked).map(readable);
    }

    public Future<Stay> one(Caller caller, String id) {
        return all(caller, List.of(id)).map(found -> found.get(id));
    }

    /** Notifications of the groups the caller is in. */
    Future<List<String>> notices(Caller caller, int most) {
        return groups.groupsOf(caller.tenant(), caller.uid(), most)
                .map(ids -> ids.stream().map(id -> new GroupId(id).notices()).toList());
    }
}

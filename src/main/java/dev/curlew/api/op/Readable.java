package dev.curlew.api.op;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.store.group.GroupReader;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which conversations a caller may read: those of a pair the caller is in, the notifications of groups
 * the caller is a member of, and the messages of groups the caller is or was in. */
public final class Readable {

    private final GroupReader groups;

    public Readable(GroupReader groups) {
        this.groups = groups;
    }

    /** Fails with 40400 as soon as the caller may not read one of them, whether it exists or not. */
    public Future<Set<String>> all(Caller caller, Collection<String> ids) {
        Set<String> readable = new LinkedHashSet<>();
        List<Future<Boolean>> answers = new ArrayList<>();
        for (String id : ids) {
            if (readable.add(id)) {
                Optional<GroupId> group = GroupId.ofConversation(id);
                if (group.isEmpty()) {
                    Conversations.parse(caller, id);
                } else {
                    answers.add(mayRead(caller, id, group.get()));
                }
            }
        }
        return Future.join(answers).map(all -> {
            if (answers.stream().anyMatch(answer -> !answer.result())) {
                throw ApiException.notFound("Conversation");
            }
            return readable;
        });
    }

    private Future<Boolean> mayRead(Caller caller, String id, GroupId group) {
        return GroupId.ofNotices(id).isPresent()
                ? groups.isMember(caller.tenant(), group.value(), caller.uid())
                : groups.everMember(caller.tenant(), group, caller.uid()).map(Optional::isPresent);
    }

    public Future<String> one(Caller caller, String id) {
        return all(caller, List.of(id)).map(id);
    }
}

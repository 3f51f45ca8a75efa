package dev.curlew.api.op;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.store.GroupAudience;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which conversations a caller may read: those of a pair the caller is in, and the notifications of groups the caller is a member of. */
public final class Readable {

    private final GroupAudience groups;

    public Readable(GroupAudience groups) {
        this.groups = groups;
    }

    /** Fails with 40400 as soon as the caller may not read one of them, whether it exists or not. */
    public Future<Set<String>> all(Caller caller, Collection<String> ids) {
        Set<String> readable = new LinkedHashSet<>();
        Set<GroupId> asked = new LinkedHashSet<>();
        for (String id : ids) {
            Optional<GroupId> group = GroupId.ofNotices(id);
            group.ifPresentOrElse(asked::add, () -> Conversations.parse(caller, id));
            readable.add(id);
        }
        List<Future<Boolean>> answers = asked.stream()
                .map(group -> groups.isMember(caller.tenant(), group.value(), caller.uid()))
                .toList();
        return Future.join(answers).map(all -> {
            if (answers.stream().anyMatch(answer -> !answer.result())) {
                throw ApiException.notFound("Conversation");
            }
            return readable;
        });
    }

    Future<String> one(Caller caller, String id) {
        return all(caller, List.of(id)).map(id);
    }
}

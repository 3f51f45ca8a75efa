package dev.curlew.api.conversation;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.store.group.GroupReader;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Between which numbers users may read groups' conversations (rule 16). */
public final class GroupBounds {

    private final GroupReader groups;

    public GroupBounds(GroupReader groups) {
        this.groups = groups;
    }

    /** Of the groups among these conversations; where the user never was, the conversation is missing. */
    public Future<Map<String, GroupMember>> of(String tenant, long uid, Collection<String> conversationIds) {
        List<String> ids = new ArrayList<>();
        List<Future<Optional<GroupMember>>> reads = new ArrayList<>();
        for (String id : conversationIds) {
            GroupId.ofMessages(id).ifPresent(group -> {
                ids.add(id);
                reads.add(groups.everMember(tenant, group, uid));
            });
        }
        return Future.all(reads).map(all -> {
            Map<String, GroupMember> found = new HashMap<>();
            for (int i = 0; i < ids.size(); i++) {
                String id = ids.get(i);
                reads.get(i).result().ifPresent(member -> found.put(id, member));
            }
            return found;
        });
    }
}

package dev.curlew.api.conversation;

import dev.curlew.api.conversation.Positions.View;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.protocol.Caller;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.chat.ConversationStore.Owned;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.mysql.GroupMarks;
import dev.curlew.store.mysql.GroupMarks.Mentions;
import dev.curlew.store.mysql.GroupMarks.Unseen;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a list shows of groups. */
public final class GroupFaces {

    private final GroupReader groups;
    private final GroupMarks marks;

    public GroupFaces(GroupReader groups, GroupMarks marks) {
        this.groups = groups;
        this.marks = marks;
    }

    /**
     * How a conversation looks.
     *
     * @param gone whether it is of a group the owner is not in any more
     */
    record Face(String name, String url, boolean gone) {

        static Face of(Optional<UserProfile> peer) {
            return new Face(
                    peer.map(UserProfile::nickname).orElse(""),
                    peer.map(UserProfile::faceUrl).orElse(""),
                    false);
        }
    }

    Future<Face> of(Caller caller, String conversationId) {
        GroupId id = GroupId.ofMessages(conversationId).orElseThrow();
        return Future.all(groups.find(caller.tenant(), id), groups.everMember(caller.tenant(), id, caller.uid()))
                .map(both -> {
                    Optional<Group> group = both.resultAt(0);
                    Optional<GroupMember> member = both.resultAt(1);
                    boolean in = member.map(GroupMember::active).orElse(false)
                            && !group.map(Group::dissolved).orElse(true);
                    return new Face(
                            group.map(found -> found.profile().name()).orElse(""),
                            group.map(found -> found.profile().faceUrl()).orElse(""),
                            !in);
                });
    }

    /** Who is mentioned in what they have not read, by conversation: it ends by reading (B-145). */
    Future<Map<String, Mentions>> mentions(Caller caller, List<Owned> page, Map<String, View> views) {
        List<Unseen> unseen = new ArrayList<>();
        for (Owned owned : page) {
            View view = views.get(owned.conversationId());
            if (view.unread() > 0) {
                GroupId.ofMessages(owned.conversationId())
                        .ifPresent(group -> unseen.add(
                                new Unseen(group, Math.max(view.readSeq(), view.minSeq() - 1), view.maxSeq())));
            }
        }
        return marks.mentions(caller.tenant(), caller.uid(), unseen);
    }
}

package dev.curlew.store.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Group;
import dev.curlew.domain.Group.Status;
import dev.curlew.domain.GroupMember;
import dev.curlew.protocol.Json;

/** Groups and members as the contract shows them. */
public final class GroupJson {

    private GroupJson() {}

    /** @param now milliseconds: a mute that is over is not shown */
    public static ObjectNode of(Group group, long now) {
        Status status = group.statusAt(now);
        return Json.object()
                .put("group_id", group.groupId())
                .put("topic", group.id().topic())
                .put("conversation_id", group.id().conversation())
                .put("name", group.profile().name())
                .put("face_url", group.profile().faceUrl())
                .put("introduction", group.profile().introduction())
                .put("owner_uid", group.ownerUid())
                .put("member_count", group.memberCount())
                .put("status", status.wire())
                .put("join_policy", group.settings().join().wire())
                .put("invite_policy", group.settings().invite().wire())
                .put("announce_policy", group.settings().announce().wire())
                .put("muted_until", status == Status.MUTED ? group.mutedUntil() : 0)
                .put("ex", group.profile().ex())
                .put("version", group.version());
    }

    /**
     * A member under a name.
     *
     * @param nickname of the user, for those without a name of their own in the group
     */
    public static ObjectNode of(GroupMember member, String nickname, String faceUrl, long now) {
        return Json.object()
                .put("uid", member.uid())
                .put("nickname", member.nickname() == null ? nickname : member.nickname())
                .put("face_url", faceUrl)
                .put("role", member.role().wire())
                .put("muted_until", member.mutedAt(now) ? member.mutedUntil() : 0)
                .put("joined_at", member.joinedAt())
                .put("inviter_uid", member.inviterUid());
    }
}

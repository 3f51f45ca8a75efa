package dev.curlew.domain;

import static dev.curlew.domain.GroupRole.ADMIN;
import static dev.curlew.domain.GroupRole.MEMBER;
import static dev.curlew.domain.GroupRole.OWNER;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import java.util.List;
import java.util.function.Function;

/**
 * What is done with a group, and who may: the only place where rights are decided. Whoever is no member is told that there is no such
 * group, so nobody can probe for groups.
 */
public enum GroupAction {
    /** The group itself, also after its end, for those who were in it then. */
    SEE("see the group", OWNER, ADMIN, MEMBER),
    SEE_MEMBERS("see members", OWNER, ADMIN, MEMBER),
    SEE_BLOCKED("see who is blocked", OWNER, ADMIN),
    CHANGE_PROFILE("change the profile", OWNER, ADMIN),
    CHANGE_SETTINGS("change settings", OWNER, ADMIN),
    MUTE_GROUP("mute the group", OWNER, ADMIN),
    /** Members too where {@code invite_policy} is {@code all}. */
    INVITE("add members", group -> group.settings().invite(), OWNER, ADMIN),
    /** Only whoever has a lower role, as with the next two. */
    REMOVE("remove members", OWNER, ADMIN),
    BLOCK("block members", OWNER, ADMIN),
    MUTE_MEMBER("mute members", OWNER, ADMIN),
    UNBLOCK("unblock somebody", OWNER, ADMIN),
    SET_ROLE("change roles", OWNER),
    TRANSFER("hand the group over", OWNER),
    /** One's own name in the group. */
    RENAME_SELF("change the own name", OWNER, ADMIN, MEMBER),
    /** Not the owner, who hands the group over first or dissolves it. */
    LEAVE("leave before handing the group over", ADMIN, MEMBER),
    DISSOLVE("dissolve the group", OWNER),
    /** Applications of those who want to join: to see and to decide. */
    DECIDE_JOIN("decide who joins", OWNER, ADMIN),
    /** Whoever knows of the group: {@code join_policy} says what comes of it. */
    ASK_TO_JOIN("ask to join"),
    SEE_INVITATIONS("see who was invited", OWNER, ADMIN),
    SEE_ANNOUNCEMENTS("see announcements", OWNER, ADMIN, MEMBER),
    CONFIRM_ANNOUNCEMENT("confirm announcements", OWNER, ADMIN, MEMBER),
    /** Members too where {@code announce_policy} is {@code all}. */
    ANNOUNCE("announce", group -> group.settings().announce(), OWNER, ADMIN),
    /** Beyond {@link #ANNOUNCE} to edit or remove what somebody else announced. */
    CHANGE_ANNOUNCEMENTS("change what others announced", OWNER, ADMIN),
    /** Who confirmed, and what was removed. Authors see it of what they announced. */
    SEE_CONFIRMATIONS("see who confirmed", OWNER, ADMIN),
    SEE_FILES("see files", OWNER, ADMIN, MEMBER);

    private final String words;
    private final Function<Group, Group.Policy> policy;
    private final List<GroupRole> roles;

    GroupAction(String words, GroupRole... roles) {
        this(words, group -> Group.Policy.ADMINS, roles);
    }

    GroupAction(String words, Function<Group, Group.Policy> policy, GroupRole... roles) {
        this.words = words;
        this.policy = policy;
        this.roles = List.of(roles);
    }

    /** Whether a member in that role may. */
    public boolean allows(Group group, GroupRole role) {
        return roles.contains(role) || policy.apply(group) == Group.Policy.ALL;
    }

    /**
     * Refuses whoever may not.
     *
     * @param group null when there is none
     * @param member the caller; null when never in it
     * @throws ApiException 40400 for outsiders, 40300 for the wrong role
     */
    public void require(Group group, GroupMember member) {
        requireThere(group);
        if (this == ASK_TO_JOIN) {
            return;
        }
        if (member == null || !member.active()) {
            throw absent();
        }
        if (!allows(group, member.role())) {
            throw new ApiException(ErrorCode.FORBIDDEN, "In this role one may not " + words + ".");
        }
    }

    /** @throws ApiException 40400 when there is no such group, or it has ended and this needs one that has not */
    public void requireThere(Group group) {
        if (group == null || group.dissolved() && this != SEE) {
            throw absent();
        }
    }

    /** Members act on those of a lower role only. @throws ApiException 40300 */
    public void requireOver(GroupMember actor, GroupMember target) {
        if (actor.role().rank() <= target.role().rank()) {
            throw new ApiException(ErrorCode.FORBIDDEN, "In this role one may not " + words + " of that role.");
        }
    }

    private static ApiException absent() {
        return ApiException.notFound("group");
    }
}

package dev.curlew.api.group;

import dev.curlew.domain.Group;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupRole;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.group.MutedMembers;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Who may speak, asked of the copies in Redis: what an admin decides on one node holds on every other with the next message.
 * Owner and admins go on speaking while the group is muted.
 */
public final class GroupSpeech implements Speech {

    private final GroupReader groups;
    private final MutedMembers muted;
    private final Clock clock;

    public GroupSpeech(GroupReader groups, MutedMembers muted, Clock clock) {
        this.groups = groups;
        this.muted = muted;
        this.clock = clock;
    }

    @Override
    public Future<Hearing> hear(String tenant, GroupId id, long uid) {
        return Future.all(groups.find(tenant, id), groups.everMember(tenant, id, uid), muted.until(tenant, id, uid))
                .map(all -> {
                    Optional<Group> group = all.resultAt(0);
                    return new Hearing(
                            refusal(group, all.resultAt(1), all.resultAt(2)).orElse(null), group.orElse(null));
                });
    }

    private Optional<ApiException> refusal(Optional<Group> group, Optional<GroupMember> member, OptionalLong until) {
        if (group.isEmpty() || member.isEmpty()) {
            return Optional.of(ApiException.notFound("group"));
        }
        if (member.get().state() == GroupMember.State.BLOCKED) {
            return refused(ErrorCode.BLOCKED, "You are blocked from this group.");
        }
        if (!member.get().active()) {
            return refused(ErrorCode.NOT_MEMBER, "You are no member of this group any more.");
        }
        if (group.get().dissolved()) {
            return refused(ErrorCode.FORBIDDEN, "This group was dissolved.");
        }
        long now = clock.millis();
        boolean silenced =
                group.get().statusAt(now) == Group.Status.MUTED && member.get().role() == GroupRole.MEMBER;
        if (silenced || until.orElse(0) > now) {
            return refused(ErrorCode.MUTED, silenced ? "This group is muted." : "You are muted in this group.");
        }
        return Optional.empty();
    }

    private static Optional<ApiException> refused(ErrorCode code, String words) {
        return Optional.of(new ApiException(code, words));
    }
}

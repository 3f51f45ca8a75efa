package dev.curlew.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** Requests to one node, each answered with {@link Reply}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = NodeCommand.SettleSends.class, name = "settle"),
    @JsonSubTypes.Type(value = NodeCommand.Kick.class, name = "kick"),
    @JsonSubTypes.Type(value = NodeCommand.CanLook.class, name = "can_look"),
    @JsonSubTypes.Type(value = NodeCommand.HoldMembers.class, name = "hold_members"),
    @JsonSubTypes.Type(value = NodeCommand.MembersChanged.class, name = "members_changed")
})
public sealed interface NodeCommand {

    /** Answers sends that wait on that node. */
    record SettleSends(List<Settled> settled) implements NodeCommand {}

    /** Closes sessions with a code and a {@code kick} event before. */
    record Kick(String tenant, long uid, List<String> sessionIds, int closeCode, String reason)
            implements NodeCommand {}

    /** Asks whether that node still reads revocations (rule 15). */
    record CanLook() implements NodeCommand {}

    /** Asks to keep back what is said in a group from those who are about to leave it, until {@link MembersChanged} (rule 16). */
    record HoldMembers(String tenant, long groupId, List<Long> uids) implements NodeCommand {}

    /**
     * Says that somebody joined a group or left it, or that it has ended; whoever is named is looked up.
     *
     * @param uids whose membership changed
     * @param ended whether the group is no more
     */
    record MembersChanged(String tenant, long groupId, List<Long> uids, boolean ended) implements NodeCommand {}

    /** The answer to any of them; {@code yes} tells whether it was done or holds. */
    record Reply(boolean yes) {}

    /**
     * The outcome of one send.
     *
     * @param code 0, or the refusal's code
     */
    record Settled(
            String attempt, int code, String message, String serverMsgId, long seq, long sendTime, boolean duplicate) {}
}

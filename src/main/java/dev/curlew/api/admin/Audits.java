package dev.curlew.api.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.curlew.domain.Change;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import dev.curlew.store.change.GroupChangeMaker;
import dev.curlew.store.mysql.GroupAuditQueue;
import dev.curlew.store.mysql.GroupAuditQueue.Audit;
import dev.curlew.store.mysql.GroupAuditQueue.Mark;
import io.vertx.core.Future;
import java.util.List;

/**
 * The review queue of groups. A decision is a numbered change: it is made once, whoever repeats it on whichever node, and members
 * learn of it even if the node stops half-way.
 */
public final class Audits {

    private final GroupAuditQueue queue;
    private final GroupChangeMaker changes;

    public Audits(GroupAuditQueue queue, GroupChangeMaker changes) {
        this.queue = queue;
        this.changes = changes;
    }

    /**
     * What is decided about a message.
     *
     * @param reviewer who decides, as the product knows them; may be empty
     */
    public record Decision(boolean passed, String reviewer, String reason) {

        private String word() {
            return passed ? "pass" : "reject";
        }
    }

    /** @param status pending, pass or reject */
    public Future<List<Audit>> page(String tenant, String status, Mark after, int limit) {
        return queue.page(tenant, status, after, limit);
    }

    /** Answers the message as it is then. Fails with 40400 without one, with 40900 where something else was decided or nothing waits. */
    public Future<ObjectNode> decide(String tenant, GroupId group, long seq, Decision decision) {
        Change change = new Change(
                group.conversation(),
                0,
                0,
                0,
                System.currentTimeMillis(),
                new Change.Reviewed(seq, decision.passed(), decision.reviewer(), decision.reason()));
        return queue.find(tenant, group, seq)
                .compose(found -> {
                    if (found == null) {
                        throw ApiException.notFound("Message");
                    }
                    return found.stored().isPending()
                            ? changes.make(tenant, group, change, null).mapEmpty()
                            : Future.succeededFuture();
                })
                .compose(done -> queue.find(tenant, group, seq))
                .map(now -> {
                    if (!decision.word().equals(now.decision())) {
                        throw new ApiException(
                                ErrorCode.CONFLICT, "This message does not wait for a review, or not any more.");
                    }
                    return json(now);
                });
    }

    public static ObjectNode json(Audit audit) {
        Message message = audit.stored().message();
        ObjectNode node = Json.object()
                .put("tenant", message.tenant())
                .put(
                        "topic",
                        GroupId.ofMessages(message.conversationId())
                                .orElseThrow()
                                .topic())
                .put("conversation_id", message.conversationId())
                .put("seq", message.seq())
                .put("server_msg_id", message.serverMsgId())
                .put("send_uid", message.sendUid())
                .put("sender_nickname", message.senderNickname())
                .put("content_type", message.contentType());
        node.putRawValue("content", new RawValue(message.content()));
        return node.put("send_time", message.sendTime())
                .put("has_risk", audit.stored().hasRisk())
                .put("audit_status", audit.stored().auditStatus())
                .put("status", audit.stored().status())
                .put("decision", audit.decision())
                .put("reviewer", audit.reviewer())
                .put("reason", audit.reason())
                .put("decided_at", audit.decidedAt() == 0 ? null : audit.decidedAt());
    }
}

package dev.curlew.store.mysql;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.Message;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.mysql.GroupMessageStore.Key;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who was removed while the send was on its way (rule 16): asked once for a batch, after its topics are locked, so that a removal is
 * either before the batch or after it. What is sent in a user's name by the system or a bot only needs a group that is there.
 */
final class GroupSenders {

    private static final int USER = 100;

    private final Databases databases;

    GroupSenders(Databases databases) {
        this.databases = databases;
    }

    /** By message, why its sender may not; those left out may. */
    Future<Map<Key, ApiException>> refusals(SqlConnection transaction, String tenant, List<Message> messages) {
        Set<Long> groups = new LinkedHashSet<>();
        Set<Long> senders = new LinkedHashSet<>();
        messages.forEach(message -> {
            groups.add(group(message));
            senders.add(message.sendUid());
        });
        String sql = "SELECT g.group_id, g.status, m.uid, m.state FROM " + databases.tenant(tenant, "im_groups")
                + " g LEFT JOIN " + databases.tenant(tenant, "im_group_members")
                + " m ON m.group_id = g.group_id AND m.uid IN (" + MysqlPool.placeholders(senders.size())
                + ") WHERE g.group_id IN (" + MysqlPool.placeholders(groups.size()) + ")";
        Tuple values = MysqlPool.padded(List.copyOf(senders));
        Tuple more = MysqlPool.padded(List.copyOf(groups));
        for (int i = 0; i < more.size(); i++) {
            values.addValue(more.getValue(i));
        }
        return transaction.preparedQuery(sql).execute(values).map(rows -> {
            Map<Long, String> statuses = new HashMap<>();
            Map<Long, Map<Long, String>> states = new HashMap<>();
            for (Row row : rows) {
                statuses.put(row.getLong("group_id"), row.getString("status"));
                if (row.getLong("uid") != null) {
                    states.computeIfAbsent(row.getLong("group_id"), id -> new HashMap<>())
                            .put(row.getLong("uid"), row.getString("state"));
                }
            }
            Map<Key, ApiException> refused = new HashMap<>();
            for (Message message : messages) {
                long group = group(message);
                String state = states.getOrDefault(group, Map.of()).get(message.sendUid());
                ApiException refusal = refusal(message, statuses.get(group), state);
                if (refusal != null) {
                    refused.put(Key.of(message), refusal);
                }
            }
            return refused;
        });
    }

    private static ApiException refusal(Message message, String status, String state) {
        if (status == null) {
            return ApiException.notFound("group");
        }
        if ("dissolved".equals(status)) {
            return new ApiException(ErrorCode.FORBIDDEN, "This group was dissolved.");
        }
        if (message.msgFrom() != USER || GroupMember.State.ACTIVE.wire().equals(state)) {
            return null;
        }
        return GroupMember.State.BLOCKED.wire().equals(state)
                ? new ApiException(ErrorCode.BLOCKED, "You are blocked from this group.")
                : new ApiException(ErrorCode.NOT_MEMBER, "You are no member of this group any more.");
    }

    private static long group(Message message) {
        return GroupId.ofMessages(message.conversationId()).orElseThrow().value();
    }
}

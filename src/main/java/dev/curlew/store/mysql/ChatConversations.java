package dev.curlew.store.mysql;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.store.chat.ConversationStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Table {@code im_conversations}: every member's own copy of a conversation, with that member's settings (B-154). */
public final class ChatConversations implements ConversationStore {

    private static final String COLUMNS = "conversation_id, conversation_type, user_id, recv_msg_opt, is_pinned,"
            + " is_private_chat, burn_duration, burn_from_seq, is_msg_destruct, msg_destruct_time, group_at_type,"
            + " attached_info, ex, latest_msg_time, latest_seq, hidden_seq";

    private static final String SHOWN = "latest_seq > hidden_seq";

    /** Which groups one has, and when they were spoken in, is known by the groups. */
    private static final String NO_GROUP = "conversation_type <> " + ConversationId.GROUP;

    private static final String LIST_ORDER = " ORDER BY is_pinned DESC, latest_msg_time DESC, conversation_id DESC";

    /** Settings that are columns of these names. */
    private static final Set<String> SETTINGS = Set.of(
            "is_pinned",
            "recv_msg_opt",
            "is_private_chat",
            "burn_duration",
            "burn_from_seq",
            "is_msg_destruct",
            "msg_destruct_time",
            "group_at_type",
            "attached_info",
            "ex");

    private final MysqlPool pool;
    private final Databases databases;

    public ChatConversations(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    @Override
    public Future<Void> needed(String tenant, long uid, GroupId group) {
        return pool.query(
                        "INSERT INTO " + table(tenant)
                                + " (owner_user_id, conversation_id, conversation_type, group_id, create_time)"
                                + " VALUES (?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE create_time = create_time",
                        uid,
                        group.conversation(),
                        ConversationId.GROUP,
                        group.value(),
                        System.currentTimeMillis())
                .mapEmpty();
    }

    @Override
    public Future<Void> hideGroup(String tenant, long uid, String conversationId, long seq) {
        return update(tenant, uid, conversationId, "hidden_seq = GREATEST(hidden_seq, ?)", Tuple.of(seq), "")
                .mapEmpty();
    }

    @Override
    public Future<List<Owned>> find(String tenant, long uid, Collection<String> conversationIds) {
        return conversationIds.isEmpty()
                ? Future.succeededFuture(List.of())
                : owned(
                        tenant,
                        "owner_user_id = ? AND conversation_id IN (" + MysqlPool.placeholders(conversationIds.size())
                                + ")" + LIST_ORDER,
                        MysqlPool.addPadded(Tuple.of(uid), conversationIds));
    }

    @Override
    public Future<Void> set(String tenant, long uid, String conversationId, Map<String, Object> values, long version) {
        StringBuilder set = new StringBuilder("settings_version = ?");
        Tuple all = Tuple.of(version);
        values.forEach((name, value) -> {
            if (!SETTINGS.contains(name)) {
                throw new IllegalArgumentException("No such setting: " + name);
            }
            set.append(", ").append(name).append(" = ?");
            all.addValue(value instanceof Boolean on ? (on ? 1 : 0) : value);
        });
        return update(tenant, uid, conversationId, set.toString(), all, " AND settings_version < " + version)
                .mapEmpty();
    }

    @Override
    public Future<Void> raiseMinSeq(String tenant, long uid, String conversationId, long minSeq) {
        return update(tenant, uid, conversationId, "min_seq = GREATEST(min_seq, ?)", Tuple.of(minSeq), "")
                .mapEmpty();
    }

    @Override
    public Future<Boolean> hide(String tenant, long uid, String conversationId, long seq) {
        return update(
                tenant,
                uid,
                conversationId,
                "hidden_seq = GREATEST(hidden_seq, ?)",
                Tuple.of(seq),
                " AND latest_seq <= " + seq);
    }

    @Override
    public Future<Map<String, Set<Long>>> choosing(
            String tenant, Collection<String> conversationIds, List<Integer> options) {
        if (conversationIds.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return pool.query(
                        "SELECT conversation_id, owner_user_id FROM " + table(tenant) + " WHERE conversation_id IN ("
                                + MysqlPool.placeholders(conversationIds.size()) + ") AND recv_msg_opt IN ("
                                + MysqlPool.placeholders(options.size()) + ")",
                        MysqlPool.addPadded(MysqlPool.padded(List.copyOf(conversationIds)), options))
                .map(rows -> {
                    Map<String, Set<Long>> found = new HashMap<>();
                    rows.forEach(row -> found.computeIfAbsent(row.getString("conversation_id"), id -> new HashSet<>())
                            .add(row.getLong("owner_user_id")));
                    return found;
                });
    }

    @Override
    public Future<List<Owned>> page(String tenant, long uid, ListPosition after, int limit) {
        String shown = "owner_user_id = ? AND " + NO_GROUP + " AND " + SHOWN;
        Tuple values = Tuple.of(uid);
        String behind = "";
        if (after != null) {
            int pinned = after.pinned() ? 1 : 0;
            behind = " AND (is_pinned < ? OR (is_pinned = ? AND (latest_msg_time < ?"
                    + " OR (latest_msg_time = ? AND conversation_id < ?))))";
            values.addValue(pinned)
                    .addValue(pinned)
                    .addValue(after.latestMsgTime())
                    .addValue(after.latestMsgTime())
                    .addValue(after.conversationId());
        }
        return owned(tenant, shown + behind + LIST_ORDER + limited(limit), values);
    }

    @Override
    public Future<List<String>> ids(String tenant, long uid, String afterId, int limit) {
        return ids(
                tenant,
                "owner_user_id = ? AND conversation_id > ? AND " + NO_GROUP + " ORDER BY conversation_id"
                        + limited(limit),
                Tuple.of(uid, afterId));
    }

    @Override
    public Future<List<String>> counted(String tenant, long uid, String afterId, int limit) {
        return ids(
                tenant,
                "owner_user_id = ? AND conversation_id > ? AND recv_msg_opt <> 1 AND conversation_type = "
                        + ConversationId.SINGLE + " AND " + SHOWN + " ORDER BY conversation_id" + limited(limit),
                Tuple.of(uid, afterId));
    }

    @Override
    public Future<List<String>> newestFirst(String tenant, long uid) {
        return ids(tenant, "owner_user_id = ? AND " + NO_GROUP + " ORDER BY latest_msg_time DESC", Tuple.of(uid));
    }

    @Override
    public Future<List<String>> hidden(String tenant, long uid) {
        return ids(
                tenant,
                "owner_user_id = ? AND " + NO_GROUP + " AND hidden_seq > 0 AND NOT (" + SHOWN
                        + ") ORDER BY conversation_id",
                Tuple.of(uid));
    }

    private static String limited(int limit) {
        return limit > 0 ? " LIMIT " + limit : "";
    }

    /** True when the copy was there and as it has to be; MySQL itself counts only rows that became others. */
    private Future<Boolean> update(
            String tenant, long uid, String conversationId, String set, Tuple values, String condition) {
        return pool.query(
                        "UPDATE " + table(tenant) + " SET " + set + " WHERE owner_user_id = ? AND conversation_id = ?"
                                + condition,
                        values.addValue(uid).addValue(conversationId))
                .map(updated -> updated.rowCount() > 0);
    }

    private Future<List<String>> ids(String tenant, String which, Tuple values) {
        return pool.query("SELECT conversation_id FROM " + table(tenant) + " WHERE " + which, values)
                .map(rows -> {
                    List<String> ids = new ArrayList<>();
                    rows.forEach(row -> ids.add(row.getString("conversation_id")));
                    return ids;
                });
    }

    private Future<List<Owned>> owned(String tenant, String which, Tuple values) {
        return pool.query("SELECT " + COLUMNS + " FROM " + table(tenant) + " WHERE " + which, values)
                .map(rows -> {
                    List<Owned> found = new ArrayList<>();
                    rows.forEach(row -> found.add(owned(row)));
                    return found;
                });
    }

    private static Owned owned(Row row) {
        return new Owned(
                row.getString("conversation_id"),
                row.getInteger("conversation_type"),
                row.getLong("user_id"),
                row.getInteger("recv_msg_opt"),
                row.getInteger("is_pinned") != 0,
                row.getInteger("is_private_chat") != 0,
                row.getInteger("burn_duration"),
                row.getLong("burn_from_seq"),
                row.getInteger("is_msg_destruct") != 0,
                row.getLong("msg_destruct_time"),
                row.getInteger("group_at_type"),
                row.getString("attached_info"),
                row.getString("ex"),
                row.getLong("latest_msg_time"),
                row.getLong("hidden_seq"),
                row.getLong("latest_seq") <= row.getLong("hidden_seq"));
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_conversations");
    }
}

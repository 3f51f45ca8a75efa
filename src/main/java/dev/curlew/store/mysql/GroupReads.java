package dev.curlew.store.mysql;

import dev.curlew.domain.Group;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupRole;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads of groups and members outside of transactions. Each is one statement, so what it answers was true at one moment. */
public final class GroupReads {

    private final MysqlPool pool;
    private final Databases databases;

    public GroupReads(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /** Which members a page is to show. */
    public enum Shown {
        ACTIVE("active"),
        BLOCKED("blocked");

        private final String state;

        Shown(String state) {
            this.state = state;
        }
    }

    /**
     * Members in order of uid.
     *
     * @param version of the group at that moment
     * @param total of all pages
     */
    public record Page(long version, int total, List<GroupMember> members) {}

    /** Who was a member of a group and is none now. */
    public Future<List<Long>> former(String tenant, long groupId) {
        String sql = "SELECT uid FROM " + databases.tenant(tenant, "im_group_members")
                + " WHERE group_id = ? AND state <> 'active'";
        return pool.query(sql, groupId).map(rows -> {
            List<Long> uids = new ArrayList<>();
            rows.forEach(row -> uids.add(row.getLong("uid")));
            return uids;
        });
    }

    /** Those there are, by their number. */
    public Future<Map<Long, Group>> groups(String tenant, Collection<Long> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        String sql = "SELECT " + GroupRows.COLUMNS + " FROM " + groups(tenant) + " g WHERE g.group_id IN ("
                + MysqlPool.placeholders(ids.size()) + ")";
        return pool.query(sql, MysqlPool.padded(List.copyOf(ids))).map(rows -> {
            Map<Long, Group> found = new HashMap<>();
            rows.forEach(row -> found.put(row.getLong("group_id"), GroupRows.group(row)));
            return found;
        });
    }

    /** Groups a user is in, in order of their number, after {@code afterId}. */
    public Future<List<Group>> groupsOf(String tenant, long uid, long afterId, int limit) {
        String sql = "SELECT " + GroupRows.COLUMNS + " FROM " + members(tenant) + " m JOIN " + groups(tenant)
                + " g ON g.group_id = m.group_id WHERE m.uid = ? AND m.state = 'active' AND m.group_id > ?"
                + " AND g.status <> 'dissolved' ORDER BY m.group_id LIMIT ?";
        return pool.query(sql, uid, afterId, limit).map(GroupReads::list);
    }

    /**
     * Groups that have not ended, in order of their number, after {@code afterId}.
     *
     * @param ownerUid null for those of all owners
     */
    public Future<List<Group>> all(String tenant, Long ownerUid, long afterId, int limit) {
        String sql = "SELECT " + GroupRows.COLUMNS + " FROM " + groups(tenant)
                + " g WHERE g.group_id > ? AND g.status <> 'dissolved'"
                + (ownerUid == null ? "" : " AND g.owner_uid = ?")
                + " ORDER BY g.group_id LIMIT ?";
        Tuple values = Tuple.of(afterId);
        if (ownerUid != null) {
            values.addValue(ownerUid);
        }
        return pool.query(sql, values.addValue(limit)).map(GroupReads::list);
    }

    private static List<Group> list(RowSet<Row> rows) {
        List<Group> found = new ArrayList<>(rows.size());
        rows.forEach(row -> found.add(GroupRows.group(row)));
        return found;
    }

    /** The groups a user is or was in, the newest joined first; at most {@code limit}. */
    public Future<Map<GroupId, GroupMember>> everOf(String tenant, long uid, int limit) {
        String sql = "SELECT m.group_id, " + GroupMemberRows.COLUMNS + " FROM " + members(tenant)
                + " m WHERE m.uid = ? ORDER BY m.joined_at DESC, m.group_id DESC LIMIT ?";
        return pool.query(sql, uid, limit).map(rows -> {
            Map<GroupId, GroupMember> found = new LinkedHashMap<>();
            rows.forEach(row -> found.put(new GroupId(row.getLong("group_id")), GroupMemberRows.member(row)));
            return found;
        });
    }

    /** Whoever is or was in the group, by uid. */
    public Future<Map<Long, GroupMember>> members(String tenant, long groupId, Collection<Long> uids) {
        if (uids.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        String sql = "SELECT " + GroupMemberRows.COLUMNS + " FROM " + members(tenant) + " m WHERE m.group_id = ?"
                + " AND m.uid IN (" + MysqlPool.placeholders(uids.size()) + ")";
        Tuple values = Tuple.of(groupId);
        Tuple padded = MysqlPool.padded(List.copyOf(uids));
        for (int i = 0; i < padded.size(); i++) {
            values.addValue(padded.getValue(i));
        }
        return pool.query(sql, values).map(rows -> {
            Map<Long, GroupMember> found = new HashMap<>();
            rows.forEach(row -> found.put(row.getLong("uid"), GroupMemberRows.member(row)));
            return found;
        });
    }

    /**
     * A page and how many there are in all, from one snapshot.
     *
     * @param role null for all
     */
    public Future<Page> page(String tenant, long groupId, Shown shown, GroupRole role, long afterUid, int limit) {
        String which = " WHERE m.group_id = ? AND m.state = ?" + (role == null ? "" : " AND m.role = ?");
        boolean counted = shown == Shown.ACTIVE && role == null;
        String count = "(SELECT COUNT(*) FROM " + members(tenant) + " m" + which + ")";
        // Those who were in a group when it ended are its members no more, but they stay listed.
        String total = counted ? "IF(g.status = 'dissolved', " + count + ", g.member_count)" : count;
        String sql = "SELECT g.version AS group_version, " + total + " AS total, p.* FROM " + groups(tenant)
                + " g LEFT JOIN (SELECT " + GroupMemberRows.COLUMNS + " FROM " + members(tenant) + " m" + which
                + " AND m.uid > ? ORDER BY m.uid LIMIT ?) p ON TRUE WHERE g.group_id = ? ORDER BY p.uid";
        Tuple values = Tuple.tuple();
        for (int i = 0; i < 2; i++) {
            values.addValue(groupId).addValue(shown.state);
            if (role != null) {
                values.addValue(role.wire());
            }
        }
        values.addValue(afterUid).addValue(limit).addValue(groupId);
        return pool.query(sql, values).map(rows -> {
            List<GroupMember> found = new ArrayList<>(rows.size());
            long version = 0;
            int all = 0;
            for (Row row : rows) {
                version = row.getLong("group_version");
                all = row.getInteger("total");
                if (row.getLong("uid") != null) {
                    found.add(GroupMemberRows.member(row));
                }
            }
            return new Page(version, all, found);
        });
    }

    /** Who is muted beyond now, with until when. */
    public Future<Map<Long, Long>> muted(String tenant, long groupId) {
        String sql = "SELECT uid, muted_until FROM " + members(tenant) + " WHERE group_id = ? AND state = 'active'"
                + " AND muted_until > " + RevocationStore.NOW;
        return pool.query(sql, groupId).map(rows -> {
            Map<Long, Long> found = new HashMap<>();
            rows.forEach(row -> found.put(row.getLong("uid"), row.getLong("muted_until")));
            return found;
        });
    }

    /** Those of the users there are; whoever was deleted is none. */
    public Future<Set<Long>> users(String tenant, Collection<Long> uids) {
        Set<Long> found = new HashSet<>();
        return GroupMemberRows.inPieces(
                        new ArrayList<>(uids),
                        piece -> pool.query(
                                        "SELECT uid FROM " + databases.tenant(tenant, "users")
                                                + " WHERE deleted_at = 0 AND uid IN ("
                                                + MysqlPool.placeholders(piece.size()) + ")",
                                        MysqlPool.padded(piece))
                                .map(rows -> {
                                    rows.forEach(row -> found.add(row.getLong("uid")));
                                    return null;
                                }))
                .map(found);
    }

    private String groups(String tenant) {
        return databases.tenant(tenant, "im_groups");
    }

    private String members(String tenant) {
        return databases.tenant(tenant, "im_group_members");
    }
}

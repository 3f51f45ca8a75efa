package dev.curlew.store.mysql;

import dev.curlew.domain.GroupMember;
import dev.curlew.domain.GroupMember.Bounds;
import dev.curlew.domain.GroupRole;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Tables {@code im_group_members} and {@code im_group_invitations} within a transaction; many rows are few statements. */
public final class GroupMemberRows {

    static final String COLUMNS = "m.uid, m.role, m.state, m.nickname, m.muted_until, m.inviter_uid, m.join_seq,"
            + " m.min_seq, m.max_seq, m.joined_at, m.left_at, m.left_by, m.version";

    private static final String PUT = " (group_id, uid, role, state, nickname, muted_until, inviter_uid, join_seq,"
            + " min_seq, max_seq, joined_at, left_at, left_by, version) VALUES ";
    private static final String ROW = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String OVER = " ON DUPLICATE KEY UPDATE role = VALUES(role), state = VALUES(state),"
            + " nickname = VALUES(nickname), muted_until = VALUES(muted_until), inviter_uid = VALUES(inviter_uid),"
            + " join_seq = VALUES(join_seq), min_seq = VALUES(min_seq), max_seq = VALUES(max_seq),"
            + " joined_at = VALUES(joined_at), left_at = VALUES(left_at), left_by = VALUES(left_by),"
            + " version = VALUES(version)";
    /** Rows of one statement; a power of two, as smaller pieces are, so that few different statements are prepared. */
    private static final int MOST_ROWS = 512;

    private final Databases databases;

    public GroupMemberRows(Databases databases) {
        this.databases = databases;
    }

    /** Those of the users who are or were in the group, by uid. */
    public Future<Map<Long, GroupMember>> find(
            SqlConnection transaction, String tenant, long groupId, Collection<Long> uids) {
        Map<Long, GroupMember> found = new HashMap<>();
        return inPieces(new ArrayList<>(uids), piece -> {
                    Tuple values = Tuple.of(groupId);
                    piece.forEach(values::addValue);
                    return transaction
                            .preparedQuery("SELECT " + COLUMNS + " FROM " + table(tenant)
                                    + " m WHERE m.group_id = ? AND m.uid IN ("
                                    + String.join(",", Collections.nCopies(piece.size(), "?")) + ")")
                            .execute(values)
                            .map(rows -> {
                                rows.forEach(row -> found.put(row.getLong("uid"), member(row)));
                                return null;
                            });
                })
                .map(found);
    }

    /** Writes whole rows, whether they were there or not. */
    public Future<Void> put(SqlConnection transaction, String tenant, long groupId, Collection<GroupMember> members) {
        return inPieces(new ArrayList<>(members), piece -> {
            Tuple values = Tuple.tuple();
            piece.forEach(member -> add(values, groupId, member));
            return transaction
                    .preparedQuery("INSERT INTO " + table(tenant) + PUT
                            + String.join(",", Collections.nCopies(piece.size(), ROW)) + OVER)
                    .execute(values)
                    .mapEmpty();
        });
    }

    /** Nobody reads beyond that number any more. */
    public Future<Void> boundAll(SqlConnection transaction, String tenant, long groupId, long maxSeq, long version) {
        return transaction
                .preparedQuery("UPDATE " + table(tenant) + " SET max_seq = ?, version = ? WHERE group_id = ?"
                        + " AND state = 'active'")
                .execute(Tuple.of(maxSeq, version, groupId))
                .mapEmpty();
    }

    /** Notes who brought whom in. */
    public Future<Void> invited(
            SqlConnection transaction, String tenant, long groupId, long inviter, Collection<Long> uids, long now) {
        String table = databases.tenant(tenant, "im_group_invitations");
        return inPieces(new ArrayList<>(uids), piece -> {
            Tuple values = Tuple.tuple();
            piece.forEach(uid ->
                    values.addValue(groupId).addValue(uid).addValue(inviter).addValue(now));
            return transaction
                    .preparedQuery("INSERT INTO " + table + " (group_id, uid, inviter_uid, created_at) VALUES "
                            + String.join(",", Collections.nCopies(piece.size(), "(?, ?, ?, ?)")))
                    .execute(values)
                    .mapEmpty();
        });
    }

    /** One piece after the other, each a power of two long. */
    static <T> Future<Void> inPieces(List<T> all, Function<List<T>, Future<Void>> each) {
        if (all.isEmpty()) {
            return Future.succeededFuture();
        }
        int size = Math.min(MOST_ROWS, Integer.highestOneBit(all.size()));
        return each.apply(all.subList(0, size)).compose(done -> inPieces(all.subList(size, all.size()), each));
    }

    private static void add(Tuple values, long groupId, GroupMember member) {
        values.addValue(groupId)
                .addValue(member.uid())
                .addValue(member.role().wire())
                .addValue(member.state().wire())
                .addValue(member.nickname())
                .addValue(member.mutedUntil())
                .addValue(member.inviterUid())
                .addValue(member.joinSeq())
                .addValue(member.bounds().minSeq())
                .addValue(member.bounds().maxSeq())
                .addValue(member.joinedAt())
                .addValue(member.leftAt())
                .addValue(member.leftBy())
                .addValue(member.version());
    }

    static GroupMember member(Row row) {
        return new GroupMember(
                row.getLong("uid"),
                GroupRows.constant(GroupRole.class, row, "role"),
                GroupRows.constant(GroupMember.State.class, row, "state"),
                row.getString("nickname"),
                row.getLong("muted_until"),
                row.getLong("inviter_uid"),
                row.getLong("join_seq"),
                new Bounds(row.getLong("min_seq"), row.getLong("max_seq")),
                row.getLong("joined_at"),
                row.getLong("left_at"),
                row.getLong("left_by"),
                row.getLong("version"));
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_group_members");
    }
}

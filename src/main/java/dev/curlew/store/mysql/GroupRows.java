package dev.curlew.store.mysql;

import dev.curlew.domain.Group;
import dev.curlew.domain.Group.JoinPolicy;
import dev.curlew.domain.Group.Oversight;
import dev.curlew.domain.Group.Policy;
import dev.curlew.domain.Group.Profile;
import dev.curlew.domain.Group.Settings;
import dev.curlew.domain.Group.Status;
import dev.curlew.domain.Review;
import io.vertx.core.Future;
import io.vertx.mysqlclient.MySQLClient;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/** Table {@code im_groups} within a transaction. Whoever changes anything of a group locks its row first. */
public final class GroupRows {

    static final String COLUMNS = "g.group_id, g.name, g.face_url, g.introduction, g.ex, g.owner_uid, g.status,"
            + " g.muted_until, g.join_policy, g.invite_policy, g.announce_policy, g.member_count, g.large, g.review, g.version,"
            + " g.created_at, g.updated_at";

    private final Databases databases;

    public GroupRows(Databases databases) {
        this.databases = databases;
    }

    /**
     * What a transaction found.
     *
     * @param group null when there is none
     * @param now the database server's clock, milliseconds
     */
    public record Locked(Group group, long now) {}

    /** Waits for whoever changes the group now. */
    public Future<Locked> lock(SqlConnection transaction, String tenant, long groupId) {
        return transaction
                .preparedQuery("SELECT " + COLUMNS + ", " + RevocationStore.NOW + " AS now_ms FROM "
                        + databases.tenant(tenant, "im_groups") + " g WHERE g.group_id = ? FOR UPDATE")
                .execute(Tuple.of(groupId))
                .map(rows -> {
                    for (Row row : rows) {
                        return new Locked(group(row), row.getLong("now_ms"));
                    }
                    return new Locked(null, 0);
                });
    }

    /** The database server's clock, milliseconds. */
    public Future<Long> now(SqlConnection transaction) {
        return transaction
                .preparedQuery("SELECT " + RevocationStore.NOW + " AS now_ms")
                .execute()
                .map(rows -> rows.iterator().next().getLong("now_ms"));
    }

    /** Answers the group's number: the one it has, or the next one where that is 0. Fails with MySQL's refusal where it is taken. */
    public Future<Long> insert(SqlConnection transaction, String tenant, Group group) {
        String sql =
                "INSERT INTO " + databases.tenant(tenant, "im_groups") + " (group_id, name, face_url, introduction, ex,"
                        + " owner_uid, status, muted_until, join_policy, invite_policy, announce_policy, member_count, large,"
                        + " review, version, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        Tuple values = Tuple.tuple().addValue(group.groupId() == 0 ? null : group.groupId());
        add(values, group);
        values.addValue(group.createdAt()).addValue(group.updatedAt());
        return transaction
                .preparedQuery(sql)
                .execute(values)
                .map(rows -> group.groupId() == 0 ? rows.property(MySQLClient.LAST_INSERTED_ID) : group.groupId());
    }

    /** Everything a group can change in. */
    public Future<Void> save(SqlConnection transaction, String tenant, Group group) {
        String sql = "UPDATE " + databases.tenant(tenant, "im_groups") + " SET name = ?, face_url = ?,"
                + " introduction = ?, ex = ?, owner_uid = ?, status = ?, muted_until = ?, join_policy = ?,"
                + " invite_policy = ?, announce_policy = ?, member_count = ?, large = ?, review = ?, version = ?, updated_at = ?"
                + " WHERE group_id = ?";
        Tuple values = Tuple.tuple();
        add(values, group);
        values.addValue(group.updatedAt()).addValue(group.groupId());
        return transaction.preparedQuery(sql).execute(values).mapEmpty();
    }

    private static void add(Tuple values, Group group) {
        values.addValue(group.profile().name())
                .addValue(group.profile().faceUrl())
                .addValue(group.profile().introduction())
                .addValue(group.profile().ex())
                .addValue(group.ownerUid())
                .addValue(group.status().wire())
                .addValue(group.mutedUntil())
                .addValue(group.settings().join().wire())
                .addValue(group.settings().invite().wire())
                .addValue(group.settings().announce().wire())
                .addValue(group.memberCount())
                .addValue(group.oversight().large())
                .addValue(
                        group.oversight().review() == null
                                ? null
                                : group.oversight().review().wire())
                .addValue(group.version());
    }

    static Group group(Row row) {
        return new Group(
                row.getLong("group_id"),
                new Profile(
                        row.getString("name"),
                        row.getString("face_url"),
                        row.getString("introduction"),
                        row.getString("ex")),
                new Settings(
                        constant(JoinPolicy.class, row, "join_policy"),
                        constant(Policy.class, row, "invite_policy"),
                        constant(Policy.class, row, "announce_policy")),
                row.getLong("owner_uid"),
                constant(Status.class, row, "status"),
                row.getLong("muted_until"),
                row.getInteger("member_count"),
                new Oversight(
                        row.getBoolean("large"),
                        Review.Mode.named(row.getString("review")).orElse(null)),
                row.getLong("version"),
                row.getLong("created_at"),
                row.getLong("updated_at"));
    }

    static <E extends Enum<E>> E constant(Class<E> type, Row row, String column) {
        return Group.named(type, row.getString(column)).orElseThrow();
    }
}

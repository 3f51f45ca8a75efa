package dev.curlew.store.mysql;

import dev.curlew.domain.Announcement;
import dev.curlew.domain.Announcement.Action;
import dev.curlew.domain.Announcement.Confirmation;
import dev.curlew.domain.Announcement.State;
import dev.curlew.domain.Announcement.Text;
import io.vertx.core.Future;
import io.vertx.mysqlclient.MySQLClient;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Locale;
import java.util.Optional;

/**
 * Tables {@code im_group_announcements}, {@code …_confirms} and {@code …_history} within a transaction. Whoever changes an announcement or
 * confirms it locks its row, so a confirmation is of the version that was current then.
 */
public final class AnnouncementRows {

    static final String COLUMNS = "a.id, a.group_id, a.content, a.need_confirm, a.author_uid, a.editor_uid, a.state,"
            + " a.confirm_count, a.version, a.created_at, a.updated_at";

    private final Databases databases;

    public AnnouncementRows(Databases databases) {
        this.databases = databases;
    }

    /**
     * What a transaction found.
     *
     * @param now the database server's clock, milliseconds
     */
    public record Locked(Announcement announcement, long now) {}

    /** Waits for whoever changes it now. */
    public Future<Optional<Locked>> lock(SqlConnection transaction, String tenant, long groupId, long id) {
        String sql = "SELECT " + COLUMNS + ", " + RevocationStore.NOW + " AS now_ms FROM " + table(tenant)
                + " a WHERE a.id = ? AND a.group_id = ? FOR UPDATE";
        return transaction.preparedQuery(sql).execute(Tuple.of(id, groupId)).map(rows -> {
            for (Row row : rows) {
                return Optional.of(new Locked(announcement(row), row.getLong("now_ms")));
            }
            return Optional.empty();
        });
    }

    /** Answers its id. */
    public Future<Long> insert(SqlConnection transaction, String tenant, Announcement draft) {
        String sql =
                "INSERT INTO " + table(tenant) + " (group_id, content, need_confirm, author_uid, editor_uid, state,"
                        + " confirm_count, version, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        Tuple values = Tuple.tuple()
                .addValue(draft.groupId())
                .addValue(draft.text().content())
                .addValue(draft.text().needConfirm())
                .addValue(draft.authorUid())
                .addValue(draft.editorUid())
                .addValue(draft.state().wire())
                .addValue(draft.confirmCount())
                .addValue(draft.version())
                .addValue(draft.createdAt())
                .addValue(draft.updatedAt());
        return transaction
                .preparedQuery(sql)
                .execute(values)
                .map((RowSet<Row> rows) -> rows.property(MySQLClient.LAST_INSERTED_ID));
    }

    /** Everything it can change in. */
    public Future<Void> save(SqlConnection transaction, String tenant, Announcement after) {
        String sql = "UPDATE " + table(tenant) + " SET content = ?, need_confirm = ?, editor_uid = ?, state = ?,"
                + " confirm_count = ?, version = ?, updated_at = ? WHERE id = ?";
        Tuple values = Tuple.tuple()
                .addValue(after.text().content())
                .addValue(after.text().needConfirm())
                .addValue(after.editorUid())
                .addValue(after.state().wire())
                .addValue(after.confirmCount())
                .addValue(after.version())
                .addValue(after.updatedAt())
                .addValue(after.id());
        return transaction.preparedQuery(sql).execute(values).mapEmpty();
    }

    /** Keeps a version for good. */
    public Future<Void> remember(SqlConnection transaction, String tenant, Announcement after, Action action) {
        String sql = "INSERT INTO " + databases.tenant(tenant, "im_group_announcement_history")
                + " (announcement_id, version, action, content, need_confirm, actor_uid, created_at)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)";
        Tuple values = Tuple.tuple()
                .addValue(after.id())
                .addValue(after.version())
                .addValue(action.wire())
                .addValue(after.text().content())
                .addValue(after.text().needConfirm())
                .addValue(after.editorUid())
                .addValue(after.updatedAt());
        return transaction.preparedQuery(sql).execute(values).mapEmpty();
    }

    /** What a member confirmed of it last, whatever the version. */
    public Future<Optional<Confirmation>> confirmation(SqlConnection transaction, String tenant, long id, long uid) {
        return transaction
                .preparedQuery("SELECT uid, version, confirmed_at FROM " + confirms(tenant)
                        + " WHERE announcement_id = ? AND uid = ?")
                .execute(Tuple.of(id, uid))
                .map(rows -> {
                    for (Row row : rows) {
                        return Optional.of(confirmation(row));
                    }
                    return Optional.empty();
                });
    }

    /** Counts a confirmation of the version that is current. */
    public Future<Void> confirm(SqlConnection transaction, String tenant, long id, Confirmation confirmation) {
        String sql = "INSERT INTO " + confirms(tenant) + " (announcement_id, uid, version, confirmed_at)"
                + " VALUES (?, ?, ?, ?) ON DUPLICATE KEY UPDATE version = VALUES(version),"
                + " confirmed_at = VALUES(confirmed_at)";
        return transaction
                .preparedQuery("UPDATE " + table(tenant) + " SET confirm_count = confirm_count + 1 WHERE id = ?")
                .execute(Tuple.of(id))
                .compose(counted -> transaction
                        .preparedQuery(sql)
                        .execute(Tuple.of(id, confirmation.uid(), confirmation.version(), confirmation.confirmedAt())))
                .mapEmpty();
    }

    static Announcement announcement(Row row) {
        return new Announcement(
                row.getLong("id"),
                row.getLong("group_id"),
                new Text(row.getString("content"), row.getBoolean("need_confirm")),
                row.getLong("author_uid"),
                row.getLong("editor_uid"),
                State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                row.getInteger("confirm_count"),
                row.getLong("version"),
                row.getLong("created_at"),
                row.getLong("updated_at"));
    }

    static Confirmation confirmation(Row row) {
        return new Confirmation(row.getLong("uid"), row.getLong("version"), row.getLong("confirmed_at"));
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_group_announcements");
    }

    private String confirms(String tenant) {
        return databases.tenant(tenant, "im_group_announcement_confirms");
    }
}

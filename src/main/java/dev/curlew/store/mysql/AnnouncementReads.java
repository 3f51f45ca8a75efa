package dev.curlew.store.mysql;

import dev.curlew.domain.Announcement;
import dev.curlew.domain.Announcement.Action;
import dev.curlew.domain.Announcement.Confirmation;
import dev.curlew.domain.Announcement.Text;
import dev.curlew.domain.Announcement.Version;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Reads of announcements outside of transactions. */
public final class AnnouncementReads {

    private final MysqlPool pool;
    private final Databases databases;

    public AnnouncementReads(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /**
     * An announcement as somebody sees it.
     *
     * @param confirmedAt when they confirmed this version, milliseconds; null when they have not
     */
    public record Seen(Announcement announcement, Long confirmedAt) {}

    /** Those that hold, newest first, below {@code before}. */
    public Future<List<Seen>> page(String tenant, long groupId, long uid, long before, int limit) {
        String sql = select(tenant) + " WHERE a.group_id = ? AND a.state = 'current' AND a.id < ?"
                + " ORDER BY a.id DESC LIMIT ?";
        return pool.query(sql, uid, groupId, before, limit).map(rows -> list(rows, AnnouncementReads::seen));
    }

    /** One of a group, removed or not. */
    public Future<Optional<Seen>> find(String tenant, long groupId, long id, long uid) {
        return pool.query(select(tenant) + " WHERE a.id = ? AND a.group_id = ?", uid, id, groupId)
                .map(rows -> list(rows, AnnouncementReads::seen).stream().findFirst());
    }

    /** Who confirmed that version, in order of uid after {@code afterUid}. */
    public Future<List<Confirmation>> confirmations(String tenant, long id, long version, long afterUid, int limit) {
        String sql = "SELECT uid, version, confirmed_at FROM " + confirms(tenant)
                + " WHERE announcement_id = ? AND version = ? AND uid > ? ORDER BY uid LIMIT ?";
        return pool.query(sql, id, version, afterUid, limit).map(rows -> list(rows, AnnouncementRows::confirmation));
    }

    /** Every version it had, newest first, below {@code before}. */
    public Future<List<Version>> history(String tenant, long id, long before, int limit) {
        String sql = "SELECT version, action, content, need_confirm, actor_uid, created_at FROM "
                + databases.tenant(tenant, "im_group_announcement_history")
                + " WHERE announcement_id = ? AND version < ? ORDER BY version DESC LIMIT ?";
        return pool.query(sql, id, before, limit).map(rows -> list(rows, AnnouncementReads::version));
    }

    private String select(String tenant) {
        return "SELECT " + AnnouncementRows.COLUMNS + ", c.confirmed_at FROM "
                + databases.tenant(tenant, "im_group_announcements") + " a LEFT JOIN " + confirms(tenant)
                + " c ON c.announcement_id = a.id AND c.version = a.version AND c.uid = ?";
    }

    private String confirms(String tenant) {
        return databases.tenant(tenant, "im_group_announcement_confirms");
    }

    private static <T> List<T> list(RowSet<Row> rows, Function<Row, T> each) {
        List<T> list = new ArrayList<>(rows.size());
        rows.forEach(row -> list.add(each.apply(row)));
        return list;
    }

    private static Seen seen(Row row) {
        return new Seen(AnnouncementRows.announcement(row), row.getLong("confirmed_at"));
    }

    private static Version version(Row row) {
        return new Version(
                row.getLong("version"),
                Action.valueOf(row.getString("action").toUpperCase(Locale.ROOT)),
                new Text(row.getString("content"), row.getBoolean("need_confirm")),
                row.getLong("actor_uid"),
                row.getLong("created_at"));
    }
}

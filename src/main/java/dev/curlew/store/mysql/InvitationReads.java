package dev.curlew.store.mysql;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Table {@code im_group_invitations}: who brought whom into a group. */
public final class InvitationReads {

    private final MysqlPool pool;
    private final Databases databases;

    public InvitationReads(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /**
     * Somebody was brought in.
     *
     * @param inviterUid 0 for the system
     * @param createdAt milliseconds
     */
    public record Invitation(long id, long uid, long inviterUid, long createdAt) {}

    /** Newest first, below {@code before}. */
    public Future<List<Invitation>> page(String tenant, long groupId, long before, int limit) {
        String sql = "SELECT id, uid, inviter_uid, created_at FROM " + databases.tenant(tenant, "im_group_invitations")
                + " WHERE group_id = ? AND id < ? ORDER BY id DESC LIMIT ?";
        return pool.query(sql, groupId, before, limit).map(rows -> {
            List<Invitation> page = new ArrayList<>(rows.size());
            rows.forEach(row -> page.add(new Invitation(
                    row.getLong("id"), row.getLong("uid"), row.getLong("inviter_uid"), row.getLong("created_at"))));
            return page;
        });
    }
}

package dev.curlew.store.mysql;

import dev.curlew.store.GroupAudience;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Members of groups as table {@code im_group_members} has them. */
public final class GroupMemberReader implements GroupAudience {

    private final MysqlPool pool;
    private final Databases databases;

    public GroupMemberReader(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    @Override
    public Future<Collection<Long>> members(String tenant, long groupId) {
        String sql = "SELECT uid FROM " + table(tenant) + " WHERE group_id = ? AND state = 'active'";
        return pool.query(sql, groupId).map(rows -> {
            List<Long> uids = new ArrayList<>(rows.size());
            rows.forEach(row -> uids.add(row.getLong("uid")));
            return uids;
        });
    }

    @Override
    public Future<Boolean> isMember(String tenant, long groupId, long uid) {
        String sql = "SELECT 1 FROM " + table(tenant) + " WHERE group_id = ? AND uid = ? AND state = 'active'";
        return pool.query(sql, groupId, uid).map(rows -> rows.size() > 0);
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_group_members");
    }
}

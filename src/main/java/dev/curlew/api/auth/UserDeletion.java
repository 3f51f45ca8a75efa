package dev.curlew.api.auth;

import dev.curlew.api.auth.ActionTokens.Action;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.CachedUserDirectory;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.mysql.UserTombstones;
import io.vertx.core.Future;

/** Deletes users for good, by themselves or by an administrator, and ends their tokens and sockets on every node. */
public final class UserDeletion {

    private final MysqlPool mysql;
    private final TenantDirectory tenants;
    private final CachedUserDirectory directory;
    private final UserTombstones tombstones;
    private final ActionTokens actions;
    private final Revocations revocations;

    public UserDeletion(
            MysqlPool mysql,
            TenantDirectory tenants,
            CachedUserDirectory directory,
            UserTombstones tombstones,
            ActionTokens actions,
            Revocations revocations) {
        this.mysql = mysql;
        this.tenants = tenants;
        this.directory = directory;
        this.tombstones = tombstones;
        this.actions = actions;
        this.revocations = revocations;
    }

    /** Fails with 40300 when the action token is no good. */
    public Future<Void> own(TokenGuard.Verified by, String actionToken) {
        return directory
                .delete(
                        by.tenant(),
                        by.uid(),
                        () -> actions.use(
                                by,
                                Action.DELETE_ACCOUNT,
                                actionToken,
                                connection -> tombstones.delete(connection, by.tenant(), by.uid())))
                .compose(committed -> revocations.announce());
    }

    /** Fails with 40400 for an unknown tenant or user, and for one who is deleted already. */
    public Future<Void> byAdmin(String tenant, long uid) {
        return tenants.find(tenant)
                .compose(found -> found.isEmpty()
                        ? Future.failedFuture(ApiException.notFound("tenant"))
                        : directory.delete(
                                tenant,
                                uid,
                                () -> mysql.transaction(connection -> tombstones.delete(connection, tenant, uid))))
                .compose(committed -> revocations.announce());
    }
}

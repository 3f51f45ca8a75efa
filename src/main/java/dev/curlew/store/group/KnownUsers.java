package dev.curlew.store.group;

import dev.curlew.protocol.ApiException;
import dev.curlew.store.mysql.GroupReads;
import io.vertx.core.Future;
import java.util.Set;

/** Whether those who are to be members are users at all. */
public final class KnownUsers {

    private final GroupReads reads;

    public KnownUsers(GroupReads reads) {
        this.reads = reads;
    }

    /** Fails with 40400 unless every one of them is. */
    Future<Void> require(String tenant, Set<Long> uids) {
        return reads.users(tenant, uids)
                .compose(found -> found.size() == uids.size()
                        ? Future.succeededFuture()
                        : Future.failedFuture(ApiException.notFound("user")));
    }
}

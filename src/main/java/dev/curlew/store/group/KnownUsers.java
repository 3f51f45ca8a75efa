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

    /** Fails with 40400, naming one who is not, unless every one of them is; whoever was deleted is none. */
    Future<Void> require(String tenant, Set<Long> uids) {
        return reads.users(tenant, uids).map(found -> {
            uids.stream().filter(uid -> !found.contains(uid)).findFirst().ifPresent(uid -> {
                throw absent(uid);
            });
            return null;
        });
    }

    /** Whether this is one who was not deleted. */
    Future<Boolean> there(String tenant, long uid) {
        return reads.users(tenant, Set.of(uid)).map(found -> found.contains(uid));
    }

    static ApiException absent(long uid) {
        return ApiException.notFound("user " + uid);
    }
}

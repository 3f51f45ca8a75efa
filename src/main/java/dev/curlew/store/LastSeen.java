package dev.curlew.store;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** Keeps for good when a user was last seen. */
public interface LastSeen {

    /** Ends when it is kept. */
    Future<Void> seen(String tenant, long uid, long ms);

    /** By uid, milliseconds; 0 for a user never seen. Unknown users are left out. */
    Future<Map<Long, Long>> read(String tenant, List<Long> uids);
}

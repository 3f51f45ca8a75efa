package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Where users are connected: asked of Redis, never of a node's own memory. */
public interface SessionDirectory {

    /** Live sessions by user, in one pipeline; users without one are missing or have an empty list. */
    Future<Map<Long, List<SessionRef>>> sessions(String tenant, Collection<Long> uids);

    /** One socket session and the node it is on. */
    record SessionRef(String sessionId, String nodeId, int platform, String deviceId) {}
}

package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The change counters of users (rule 11): how a node learns that a delivery was lost on the way. */
public interface ChangeFeed {

    /** One pipeline for all; a user without a counter has 0. */
    Future<Map<UserKey, Long>> counters(Collection<UserKey> users);

    /** Conversations of a user whose newest change has a higher number. */
    Future<List<String>> changedAfter(UserKey user, long floor);
}

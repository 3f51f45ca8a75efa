package dev.curlew.store;

import io.vertx.core.Future;
import java.util.List;

/** Which conversations a user has. */
public interface ConversationIndex {

    /** Ids in ascending order after {@code afterId} (empty text: from the start), at most {@code limit}. */
    Future<List<String>> ids(String tenant, long uid, String afterId, int limit);
}

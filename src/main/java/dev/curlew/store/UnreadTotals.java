package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Set;

/** A user's number of unread messages over all conversations that count: what a badge shows. */
public interface UnreadTotals {

    /**
     * @param also conversations that are known to count although they may be too new to be found among the user's
     */
    Future<Long> total(String tenant, long uid, Set<String> also);
}

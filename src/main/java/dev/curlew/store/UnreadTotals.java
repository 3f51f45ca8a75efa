package dev.curlew.store;

import io.vertx.core.Future;

/** A user's number of unread messages over all conversations that count: what a badge shows. */
public interface UnreadTotals {

    Future<Long> total(String tenant, long uid);
}

package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;

/** Heads of conversations: the highest number below which all are resolved (rule 5). */
public interface Heads {

    /** One pipeline for all; a missing head is rebuilt from the store. Unknown conversations have head 0. */
    Future<Map<String, Long>> heads(String tenant, Collection<String> conversationIds);
}

package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** By which tokens a provider reaches the devices of users. */
public interface PushTokens {

    /** One request for all. A user without a token of that provider is left out. */
    Future<Map<Long, List<String>>> find(String tenant, String provider, Collection<Long> uids);
}

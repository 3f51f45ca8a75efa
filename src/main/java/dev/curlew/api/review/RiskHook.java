package dev.curlew.api.review;

import dev.curlew.domain.Message;
import dev.curlew.store.TenantDirectory.Tenant;
import io.vertx.core.Future;

/**
 * Looks at what a user sends to a group before it is stored. A hook that fails lets the send fail, retryably: what nobody could
 * look at is not let through.
 */
public interface RiskHook {

    /** Whether somebody should look at the message. */
    Future<Boolean> flags(Tenant tenant, Message message);
}

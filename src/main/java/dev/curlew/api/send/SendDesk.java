package dev.curlew.api.send;

import dev.curlew.ops.TenantTraffic;
import dev.curlew.store.SendProducer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;

/** What all send lanes of a node share. */
public record SendDesk(
        String nodeId,
        int maxContentBytes,
        SendPlanner planner,
        PendingSends pending,
        SendProducer producer,
        GroupOutbox groups,
        LiveSender live,
        TenantTraffic traffic) {

    /** The same outcome, told on the context of the caller, where a lane's state may be touched. */
    <T> Future<T> here(Future<T> future) {
        ContextInternal context = ContextInternal.current();
        if (context == null) {
            return future;
        }
        Promise<T> here = context.promise();
        future.onComplete(here);
        return here.future();
    }
}

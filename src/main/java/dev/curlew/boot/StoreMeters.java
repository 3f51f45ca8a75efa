package dev.curlew.boot;

import dev.curlew.store.Fallbacks;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.LongSupplier;

/** How many requests this node has sent to each store; the ratio to messages tells whether the path is batched. */
final class StoreMeters {

    private StoreMeters() {}

    static void register(StoreClients stores, MeterRegistry registry) {
        counter(registry, "redis", stores.redis::requests);
        counter(registry, "mysql", stores.mysql::requests);
        stores.chats.requests().forEach((store, requests) -> counter(registry, store, requests));
        Fallbacks fallbacks = stores.invalidation.fallbacks();
        fallback(registry, "miss", fallbacks::misses);
        fallback(registry, "fault", fallbacks::faults);
    }

    // A meter keeps what it is of by a weak reference: of nobody else's it would soon count nothing.

    private static void fallback(MeterRegistry registry, String reason, LongSupplier count) {
        FunctionCounter.builder("curlew.redis.fallback", registry, kept -> count.getAsLong())
                .tag("reason", reason)
                .description("Reads that went to a store because Redis did not have it, or did not answer")
                .register(registry);
    }

    private static void counter(MeterRegistry registry, String store, LongSupplier requests) {
        FunctionCounter.builder("curlew.store.requests", registry, kept -> requests.getAsLong())
                .tag("store", store)
                .description("Requests sent to a store: a pipeline, a bulk or a batch is one")
                .register(registry);
    }
}

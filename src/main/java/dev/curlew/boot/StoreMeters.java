package dev.curlew.boot;

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
    }

    private static void counter(MeterRegistry registry, String store, LongSupplier requests) {
        FunctionCounter.builder("curlew.store.requests", requests, LongSupplier::getAsLong)
                .tag("store", store)
                .description("Requests sent to a store: a pipeline, a bulk or a batch is one")
                .register(registry);
    }
}

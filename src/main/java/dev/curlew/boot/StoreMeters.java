package dev.curlew.boot;

import dev.curlew.store.kafka.ConsumerRequests;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** How many requests this node has sent to each store; the ratio to messages tells whether the path is batched. */
final class StoreMeters {

    private StoreMeters() {}

    static void register(StoreClients stores, MeterRegistry registry) {
        counter(registry, stores, "redis", clients -> clients.redis.requests());
        counter(registry, stores, "mysql", clients -> clients.mysql.requests());
        counter(registry, stores, "mongo", clients -> clients.mongo.requests());
        counter(registry, stores, "kafka", clients -> clients.kafka.requests());
        counter(registry, stores, "kafka_reads", clients -> ConsumerRequests.total());
        fallback(
                registry,
                stores,
                "miss",
                clients -> clients.invalidation.fallbacks().misses());
        fallback(
                registry,
                stores,
                "fault",
                clients -> clients.invalidation.fallbacks().faults());
    }

    private static void fallback(
            MeterRegistry registry, StoreClients stores, String reason, ToDoubleFunction<StoreClients> count) {
        FunctionCounter.builder("curlew.redis.fallback", stores, count)
                .tag("reason", reason)
                .description("Reads that went to a store because Redis did not have it, or did not answer")
                .register(registry);
    }

    private static void counter(
            MeterRegistry registry, StoreClients stores, String store, ToDoubleFunction<StoreClients> requests) {
        FunctionCounter.builder("curlew.store.requests", stores, requests)
                .tag("store", store)
                .description("Requests sent to a store: a pipeline, a bulk or a batch is one")
                .register(registry);
    }
}

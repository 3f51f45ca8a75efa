package dev.curlew.store.kafka;

import dev.curlew.config.KafkaConfig;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/** Asks Kafka whether it is there, with one admin client that is made at the first question. */
public final class KafkaProbe {

    private final Vertx vertx;
    private final KafkaConfig config;
    private Admin admin;

    public KafkaProbe(Vertx vertx, KafkaConfig config) {
        this.vertx = vertx;
        this.config = config;
    }

    /** Fails when no broker answers within a few seconds. */
    public Future<Void> ping() {
        Context context = vertx.getOrCreateContext();
        Promise<Void> answered = Promise.promise();
        client().describeCluster()
                .nodes()
                .whenComplete((nodes, failure) -> context.runOnContext(v -> {
                    if (failure == null) {
                        answered.tryComplete();
                    } else {
                        answered.tryFail(failure);
                    }
                }));
        return answered.future();
    }

    public Future<Void> close() {
        return vertx.executeBlocking(() -> {
            synchronized (this) {
                if (admin != null) {
                    admin.close(Duration.ofSeconds(2));
                }
            }
            return null;
        });
    }

    private synchronized Admin client() {
        if (admin == null) {
            admin = Admin.create(KafkaSettings.admin(config));
        }
        return admin;
    }
}

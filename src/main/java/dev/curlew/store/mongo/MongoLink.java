package dev.curlew.store.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.reactivestreams.client.MongoDatabase;
import dev.curlew.config.MongoConfig;
import dev.curlew.protocol.ApiException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.impl.MongoClientImpl;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.bson.Document;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * MongoDB through one driver pool for all tenants: each has a database of its own, named by the call. The Vert.x client owns the
 * driver; it knows one database only, so calls go to the driver it holds. Writes wait for the majority and the journal.
 */
public final class MongoLink {

    /** The Vert.x client with its driver in reach: the one place that leans on its inside. */
    private static final class SharedDriver extends MongoClientImpl {
        SharedDriver(Vertx vertx, JsonObject config, MongoClientSettings settings) {
            super(vertx, config, "curlew-" + System.identityHashCode(settings), settings);
        }

        com.mongodb.reactivestreams.client.MongoClient driver() {
            return mongo;
        }
    }

    private final Vertx vertx;
    private final MongoConfig config;
    private final SharedDriver client;
    private final LongAdder asked = new LongAdder();

    public MongoLink(Vertx vertx, MongoConfig config) {
        this.vertx = vertx;
        this.config = config;
        JsonObject forVertx =
                new JsonObject().put("connection_string", config.uri()).put("db_name", "admin");
        this.client = new SharedDriver(vertx, forVertx, settings(config));
    }

    public MongoDatabase database(String tenant) {
        return client.driver().getDatabase(config.databasePrefix() + "_" + tenant);
    }

    /** Requests sent so far; a bulk is one. */
    public long requests() {
        return asked.sum();
    }

    public Future<Void> ping() {
        return first(client.driver().getDatabase("admin").runCommand(new Document("ping", 1)))
                .mapEmpty();
    }

    /** What is less durable than a strict installation asks for (rule 17), in words; empty when all is well. */
    public Future<List<String>> weaknesses() {
        return first(client.driver().getDatabase("admin").runCommand(new Document("hello", 1)))
                .map(hello -> hello.containsKey("setName") || "isdbgrid".equals(hello.getString("msg"))
                        ? List.of()
                        : List.of("MongoDB is a single server, a replica set is needed for majority writes"));
    }

    public Future<Void> close() {
        return client.close();
    }

    /** The only or first result, or null. */
    public <T> Future<T> first(Publisher<T> publisher) {
        return all(publisher).map(results -> results.isEmpty() ? null : results.get(0));
    }

    /** All results, on the caller's context; fails with 50300 when the store does not answer in time. */
    public <T> Future<List<T>> all(Publisher<T> publisher) {
        Context context = vertx.getOrCreateContext();
        Promise<List<T>> promise = Promise.promise();
        asked.increment();
        publisher.subscribe(new Collector<>(context, promise));
        return promise.future()
                .timeout(config.timeoutMs(), TimeUnit.MILLISECONDS)
                .recover(failure -> Future.failedFuture(
                        MongoErrors.isAway(failure)
                                ? ApiException.unavailable("The message store does not answer.")
                                : failure));
    }

    private record Collector<T>(Context context, Promise<List<T>> promise, List<T> results) implements Subscriber<T> {

        Collector(Context context, Promise<List<T>> promise) {
            this(context, promise, new ArrayList<>());
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(T result) {
            results.add(result);
        }

        @Override
        public void onError(Throwable failure) {
            context.runOnContext(v -> promise.tryFail(failure));
        }

        @Override
        public void onComplete() {
            context.runOnContext(v -> promise.tryComplete(results));
        }
    }

    private static MongoClientSettings settings(MongoConfig config) {
        int timeout = config.timeoutMs();
        return MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(config.uri()))
                .writeConcern(WriteConcern.MAJORITY.withJournal(true))
                .readConcern(ReadConcern.DEFAULT)
                .readPreference(ReadPreference.primary())
                .applyToConnectionPoolSettings(pool -> pool.maxSize(config.poolSize())
                        .minSize(1)
                        .maxWaitTime(timeout, TimeUnit.MILLISECONDS)
                        .maxConnectionIdleTime(5, TimeUnit.MINUTES))
                .applyToSocketSettings(socket -> socket.connectTimeout(timeout, TimeUnit.MILLISECONDS)
                        .readTimeout(timeout, TimeUnit.MILLISECONDS))
                .applyToClusterSettings(
                        cluster -> cluster.serverSelectionTimeout(Math.min(timeout, 3_000), TimeUnit.MILLISECONDS))
                .applyToServerSettings(server -> server.heartbeatFrequency(2, TimeUnit.SECONDS)
                        .minHeartbeatFrequency(200, TimeUnit.MILLISECONDS))
                .build();
    }
}

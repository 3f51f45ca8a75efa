package dev.curlew.dev;

import com.mongodb.WriteConcern;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Two blocking calls on the driver, for tests. */
final class MongoCalls implements AutoCloseable {
    private final MongoClient client;

    MongoCalls(String uri) {
        this.client = MongoClients.create(uri);
    }

    void insert(String database, String collection, String id) throws Exception {
        first(client.getDatabase(database)
                .getCollection(collection)
                .withWriteConcern(WriteConcern.MAJORITY.withJournal(true))
                .insertOne(new Document("_id", id)));
    }

    boolean has(String database, String collection, String id) throws Exception {
        Document found = first(client.getDatabase(database)
                .getCollection(collection)
                .find(new Document("_id", id))
                .first());
        return found != null;
    }

    private static <T> T first(Publisher<T> publisher) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        publisher.subscribe(new Subscriber<>() {
            @Override
            public void onSubscribe(Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(T item) {
                result.complete(item);
            }

            @Override
            public void onError(Throwable error) {
                result.completeExceptionally(error);
            }

            @Override
            public void onComplete() {
                result.complete(null);
            }
        });
        return result.get(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        client.close();
    }
}

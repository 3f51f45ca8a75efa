package dev.curlew.dev;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** Stores somebody else runs, named by the variables the node reads as well. */
public record ExternalStores(StoreAddresses addresses) implements Stores {
    private static final int PATIENCE_MS = 2000;

    static ExternalStores fromEnvironment(Map<String, String> environment) {
        String redis = environment.getOrDefault("CURLEW_REDIS_ADDR", "127.0.0.1:6379");
        int colon = redis.lastIndexOf(':');
        return new ExternalStores(new StoreAddresses(
                redis.substring(0, colon),
                Integer.parseInt(redis.substring(colon + 1)),
                environment.getOrDefault("CURLEW_MYSQL_HOST", "127.0.0.1"),
                Integer.parseInt(environment.getOrDefault("CURLEW_MYSQL_PORT", "3306")),
                environment.getOrDefault("CURLEW_MYSQL_USER", "root"),
                environment.getOrDefault("CURLEW_MYSQL_PASSWORD", ""),
                environment.getOrDefault("CURLEW_MONGO_URI", "mongodb://127.0.0.1:27017"),
                environment.getOrDefault("CURLEW_KAFKA_BOOTSTRAP", "127.0.0.1:9092")));
    }

    private interface Ping {
        boolean ask() throws IOException;
    }

    /** The first host of the Mongo address is asked; a replica set's others are the driver's business. */
    @Override
    public void awaitReady() {
        URI mongo = URI.create(addresses.mongoUri().replaceFirst(",[^/]*", ""));
        int mongoPort = mongo.getPort() < 0 ? 27017 : mongo.getPort();
        await("redis", () -> Pings.redis(addresses.redisHost(), addresses.redisPort(), PATIENCE_MS));
        await("mysql", () -> Pings.mysql(addresses.mysqlHost(), addresses.mysqlPort(), PATIENCE_MS));
        await("mongo", () -> Pings.mongo(mongo.getHost(), mongoPort, PATIENCE_MS));
        await("kafka", () -> Pings.kafka(addresses.kafkaBootstrap(), PATIENCE_MS));
    }

    private static void await(String name, Ping ping) {
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (true) {
            try {
                if (ping.ask()) {
                    return;
                }
                Thread.sleep(200);
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("does not answer: " + name, e);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting", e);
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("does not answer: " + name);
            }
        }
    }

    @Override
    public void close() {}
}

package dev.curlew.dev;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Redis, MariaDB, Kafka and MongoDB as children of this JVM, started side by side. Several sets may run at once: each
 * has its ports and its directory. They end with {@link #close()}, with this JVM, and when this JVM is killed. */
public final class DevStores implements Stores {
    private final RedisStore redis;
    private final MariaDbStore mysql;
    private final KafkaStore kafka;
    private final MongoStore mongo;
    private final boolean ephemeral;
    private final Path root;
    private final Thread hook = new Thread(this::end, "stop-stores");

    DevStores(DevStoresBuilder options) {
        this.root = options.dataDir();
        this.ephemeral = options.ephemeral();
        StorePorts ports = options.ports();
        this.redis = new RedisStore(ports.redis(), root, options.redisOptions());
        this.mysql = new MariaDbStore(ports.mysql(), root, options.tools());
        this.kafka = new KafkaStore(ports.kafka(), root);
        this.mongo = new MongoStore(ports.mongo(), root, options.tools(), options.mongo());
        if (!options.isStoppedByCaller()) {
            Runtime.getRuntime().addShutdownHook(hook);
        }
    }

    public static DevStoresBuilder builder() {
        return new DevStoresBuilder();
    }

    /** Starts all four and returns when each answers; when one fails the others are stopped. */
    DevStores start(Consumer<String> progress) {
        String mongoName = mongo.isReal() ? "mongod" : "a stand-in for mongod (`make mongod` fetches a real one)";
        progress.accept("starting redis, mariadb, kafka and " + mongoName);
        try {
            inParallel(store -> {
                long started = System.nanoTime();
                store.start();
                double seconds = Duration.ofNanos(System.nanoTime() - started).toMillis() / 1000.0;
                progress.accept(String.format(
                        Locale.ROOT, "  %-8s %4.1f s  %s:%d", store.name(), seconds, store.host(), store.port()));
            });
        } catch (CompletionException e) {
            close();
            throw new IllegalStateException(
                    "the stores did not start: " + e.getCause().getMessage(), e.getCause());
        }
        return this;
    }

    public RedisStore redis() {
        return redis;
    }

    public MariaDbStore mysql() {
        return mysql;
    }

    public KafkaStore kafka() {
        return kafka;
    }

    public MongoStore mongo() {
        return mongo;
    }

    public List<StoreProcess> all() {
        return List.of(redis, mysql, kafka, mongo);
    }

    @Override
    public StoreAddresses addresses() {
        return new StoreAddresses(
                redis.host(),
                redis.port(),
                mysql.host(),
                mysql.port(),
                mysql.user(),
                mysql.password(),
                mongo.uri(),
                kafka.bootstrap());
    }

    @Override
    public void awaitReady() {
        all().forEach(StoreProcess::awaitUp);
    }

    /** Stops all four, in order where data is kept and at once where it is not. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ignored) {
            // Already shutting down: the hook runs or has run, and ending twice does no harm.
        }
        end();
    }

    private void end() {
        inParallel(ephemeral ? StoreProcess::kill : StoreProcess::stop);
        if (ephemeral) {
            FileTrees.delete(root);
        }
    }

    private void inParallel(Consumer<StoreProcess> action) {
        ExecutorService threads = Executors.newFixedThreadPool(all().size());
        try {
            CompletableFuture<?>[] running = all().stream()
                    .map(store -> CompletableFuture.runAsync(() -> action.accept(store), threads))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(running).join();
        } finally {
            threads.shutdown();
        }
    }
}

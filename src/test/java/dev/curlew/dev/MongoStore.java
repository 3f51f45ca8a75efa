package dev.curlew.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** MongoDB: a real {@code mongod} where there is one, else a stand-in that speaks its protocol in a child JVM. The
 * stand-in on a file may lose the last {@value MongoStandIn#COMMIT_DELAY_MS} ms when killed, the one in memory loses all. */
public final class MongoStore extends StoreProcess {
    private final Path mongod;
    private final boolean inMemory;

    MongoStore(int port, Path root, Path tools, MongoKind kind) {
        super("mongo", port, root);
        boolean standIn = kind == MongoKind.STAND_IN_FILE || kind == MongoKind.STAND_IN_MEMORY;
        Optional<Path> found = standIn ? Optional.empty() : Mongod.find(tools);
        if (kind == MongoKind.REAL && found.isEmpty()) {
            throw new IllegalStateException("no mongod found: `make mongod` fetches one, CURLEW_MONGOD names one");
        }
        this.mongod = found.orElse(null);
        this.inMemory = kind == MongoKind.STAND_IN_MEMORY || kind == MongoKind.AUTO_MEMORY;
    }

    /** Whether this is MongoDB itself. */
    public boolean isReal() {
        return mongod != null;
    }

    /** Whether a restart finds the data of before. */
    public boolean keepsData() {
        return isReal() || !inMemory;
    }

    public String uri() {
        return "mongodb://" + host() + ":" + port();
    }

    @Override
    void prepare() throws IOException {
        Files.createDirectories(realData());
    }

    /** The two keep their files apart, so that fetching a {@code mongod} later finds an empty directory. */
    private Path realData() {
        return isReal() ? data() : home().resolve("stand-in");
    }

    @Override
    List<String> command() {
        if (!isReal()) {
            String file = inMemory
                    ? ""
                    : realData().resolve("mongo.mv").toAbsolutePath().toString();
            List<String> arguments = List.of(host(), Integer.toString(port()), file);
            return ChildJvm.command(MongoStandIn.class.getName(), 256, arguments);
        }
        List<String> command = new ArrayList<>(List.of(mongod.toString(), "--bind_ip", host()));
        command.addAll(List.of("--port", Integer.toString(port()), "--nounixsocket"));
        command.addAll(List.of("--dbpath", realData().toAbsolutePath().toString()));
        command.addAll(List.of("--wiredTigerCacheSizeGB", "0.25"));
        command.addAll(List.of("--setParameter", "diagnosticDataCollectionEnabled=false"));
        return command;
    }

    @Override
    Map<String, String> environment() {
        return isReal() ? Map.of() : ChildJvm.environment();
    }

    @Override
    boolean ping(int patienceMs) throws IOException {
        return Pings.mongo(host(), port(), patienceMs);
    }
}

package dev.curlew.dev;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import org.h2.mvstore.MVStore;

/** The stand-in's main: host, port, and a file or nothing for memory. */
public final class MongoStandIn {
    static final int COMMIT_DELAY_MS = 20;

    private MongoStandIn() {}

    public static void main(String[] args) {
        MongoServer server = new MongoServer(backend(args[2]));
        server.bind(args[0], Integer.parseInt(args[1]));
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    }

    private static MongoBackend backend(String file) {
        if (file.isEmpty()) {
            return new MemoryBackend();
        }
        MVStore store = new MVStore.Builder().fileName(file).open();
        store.setAutoCommitDelay(COMMIT_DELAY_MS);
        return new H2Backend(store);
    }
}

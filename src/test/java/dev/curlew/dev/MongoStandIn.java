package dev.curlew.dev;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
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
            return new InMemory();
        }
        MVStore store = new MVStore.Builder().fileName(file).open();
        store.setAutoCommitDelay(COMMIT_DELAY_MS);
        return new OnFile(store);
    }

    /** It knows the greeting of MongoDB 5 by its old name only. */
    private static String known(String command) {
        return "hello".equals(command) ? "isMaster" : command;
    }

    private static final class InMemory extends MemoryBackend {
        @Override
        public Document handleCommand(Channel channel, String database, String command, Document query) {
            return super.handleCommand(channel, database, known(command), query);
        }
    }

    private static final class OnFile extends H2Backend {
        OnFile(MVStore store) {
            super(store);
        }

        @Override
        public Document handleCommand(Channel channel, String database, String command, Document query) {
            return super.handleCommand(channel, database, known(command), query);
        }
    }
}

package dev.curlew.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** One set of stores for all tests of a JVM, started when first asked for and ended with it. Tests share it, so each
 * works in tenants, topics and keys of its own. */
public final class TestStores {
    private static final Path ROOT = Path.of("target", "stores");

    private static Stores shared;

    private TestStores() {}

    public static synchronized Stores shared() {
        if (shared == null) {
            Stores opened = StoresMode.chosen().open(() -> fresh().start());
            if (!(opened instanceof DevStores)) {
                opened.awaitReady();
                Runtime.getRuntime().addShutdownHook(new Thread(opened::close));
            }
            shared = opened;
        }
        return shared;
    }

    /** The shared set as processes to be paused and killed; skips the test where the stores are not children of this JVM. */
    public static DevStores processes() {
        Stores stores = shared();
        Assumptions.assumeTrue(stores instanceof DevStores, "the stores are not this JVM's children");
        return (DevStores) stores;
    }

    /** Options of another set, for a test that breaks its stores; the data goes when it is closed. */
    public static DevStoresBuilder fresh() {
        try {
            removeLeftovers();
            Files.createDirectories(ROOT);
            String owner = ProcessHandle.current().pid() + "-";
            return DevStores.builder()
                    .dataDir(Files.createTempDirectory(ROOT, owner))
                    .mongo(MongoKind.AUTO_MEMORY)
                    .discardOnClose();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes what test runs left that were killed. */
    private static void removeLeftovers() throws IOException {
        if (!Files.exists(ROOT)) {
            return;
        }
        try (Stream<Path> sets = Files.list(ROOT)) {
            for (Path set : sets.toList()) {
                long owner = Long.parseLong(set.getFileName().toString().split("-")[0]);
                if (ProcessHandle.of(owner).isEmpty()) {
                    FileTrees.delete(set);
                }
            }
        }
    }
}

package dev.curlew.dev;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** What a set of stores is made of. Unless told otherwise: free ports, a real {@code mongod} if there is one, data kept. */
public final class DevStoresBuilder {
    private Path dataDir = Path.of("var", "stores");
    private Path tools = Path.of("var", "tools");
    private StorePorts ports = StorePorts.free();
    private MongoKind mongo = MongoKind.AUTO_FILE;
    private List<String> redisOptions = List.of();
    private boolean ephemeral;
    private boolean stoppedByCaller;
    private Consumer<String> progress = line -> {};

    DevStoresBuilder() {}

    /** Where data and logs of the stores go, one directory each. */
    public DevStoresBuilder dataDir(Path value) {
        this.dataDir = value;
        return this;
    }

    /** Where unpacked binaries are kept between runs. */
    public DevStoresBuilder tools(Path value) {
        this.tools = value;
        return this;
    }

    public DevStoresBuilder ports(StorePorts value) {
        this.ports = value;
        return this;
    }

    public DevStoresBuilder mongo(MongoKind value) {
        this.mongo = value;
        return this;
    }

    /** Put after the usual ones, which they override: {@code --appendfsync always}. */
    public DevStoresBuilder redisOptions(String... value) {
        this.redisOptions = List.of(value);
        return this;
    }

    /** Nobody wants the data afterwards: {@code close} kills the stores and deletes the data directory. */
    public DevStoresBuilder discardOnClose() {
        this.ephemeral = true;
        return this;
    }

    /** The caller closes the stores when this JVM ends, after what uses them; killed they are in any case. */
    public DevStoresBuilder stoppedByCaller() {
        this.stoppedByCaller = true;
        return this;
    }

    /** Told one line a step. */
    public DevStoresBuilder progress(Consumer<String> value) {
        this.progress = value;
        return this;
    }

    public DevStores start() {
        return new DevStores(this).start(progress);
    }

    Path dataDir() {
        return dataDir;
    }

    Path tools() {
        return tools;
    }

    StorePorts ports() {
        return ports;
    }

    MongoKind mongo() {
        return mongo;
    }

    List<String> redisOptions() {
        return redisOptions;
    }

    boolean ephemeral() {
        return ephemeral;
    }

    boolean isStoppedByCaller() {
        return stoppedByCaller;
    }
}

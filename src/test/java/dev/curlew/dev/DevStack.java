package dev.curlew.dev;

import dev.curlew.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code make run} and {@code make cluster}: the stores and one or two nodes on this machine, until Ctrl-C or SIGTERM.
 * Data stays in {@code var/}. Exit codes: 0 stopped as asked, 1 something could not start or ended by itself. */
public final class DevStack {
    private static final Path VAR = Path.of("var");

    private final List<NodeAddress> addresses;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final StackFile file = new StackFile(VAR.resolve("stack.json"));
    private volatile Stores stores;
    private volatile int exitCode;
    private volatile boolean stopping;
    private FileLock lock;

    private DevStack(List<NodeAddress> addresses) {
        this.addresses = addresses;
    }

    public static void main(String[] args) {
        if (Runtime.version().feature() < 17) {
            fail("Java 17 or newer is needed, this is: " + Runtime.version());
        }
        DevStack stack = new DevStack(addresses(args.length > 0 ? Integer.parseInt(args[0]) : 1));
        stack.refuseWhatIsTaken();
        // Halting inside the hook makes a stop that was asked for an exit with 0, whatever the signal.
        Runtime.getRuntime().addShutdownHook(new Thread(stack::stop, "stop-stack"));
        try {
            stack.start();
            stack.watch();
        } catch (RuntimeException e) {
            if (!stack.stopping) {
                stack.exitCode = 1;
                System.err.println("not started: " + e.getMessage());
            }
        }
        System.exit(stack.exitCode);
    }

    /** What the environment asks for; ends here where a node would refuse it, before minutes go into the stores. */
    private static List<NodeAddress> addresses(int count) {
        try {
            List<NodeAddress> found = NodeAddress.development(count, System.getenv());
            found.get(0).check(System.getenv());
            return found;
        } catch (IllegalArgumentException | ConfigException e) {
            fail(e.getMessage());
            throw e;
        }
    }

    private static void fail(String message) {
        System.err.println(message);
        System.exit(1);
    }

    private void refuseWhatIsTaken() {
        lock();
        List<Integer> taken = addresses.stream()
                .flatMap(node -> Stream.of(node.port(), node.managementPort()))
                .filter(port -> !Ports.isFree(port))
                .toList();
        if (!taken.isEmpty()) {
            String held = taken.stream()
                    .map(port -> "port " + port + " is taken by " + PortHolder.describe(port))
                    .collect(Collectors.joining("\n"));
            int free = NodeAddress.freeFirst(addresses.size());
            fail(held + "\nEnd it, or choose others that are free now: " + NodeAddress.PORT + "=" + free + " "
                    + NodeAddress.MANAGEMENT_PORT + "=" + (free + 1) + " " + verb());
        }
    }

    private String verb() {
        return addresses.size() == 1 ? "make run" : "make cluster";
    }

    /** Two stacks on the same data would ruin it. The lock goes with this process, or with its channel being collected. */
    @SuppressWarnings("resource")
    private void lock() {
        try {
            Files.createDirectories(VAR);
            FileChannel channel =
                    FileChannel.open(VAR.resolve("stack.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock = channel.tryLock();
            if (lock == null) {
                fail("already running in this checkout"
                        + (Files.exists(VAR.resolve("stack.json")) ? ", see var/stack.json" : ", and still starting")
                        + "; Ctrl-C in its terminal ends it");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void start() {
        long started = System.nanoTime();
        file.delete();
        NodeCode code = NodeCode.find();
        Stores opened = StoresMode.chosen().open(this::embedded);
        stores = opened;
        opened.awaitReady();
        StoreAddresses found = opened.addresses();
        System.out.println("starting " + (addresses.size() == 1 ? "the node" : addresses.size() + " nodes") + " from "
                + code.name());
        synchronized (nodes) {
            addresses.forEach(address -> nodes.add(NodeProcess.start(address, code, found.settings(), System.out)));
        }
        nodes.forEach(NodeProcess::awaitReady);
        file.write(found, nodes);
        double seconds = Duration.ofNanos(System.nanoTime() - started).toMillis() / 1000.0;
        System.out.printf(Locale.ROOT, "%nready after %.1f s%n%n", seconds);
        System.out.println(StackGuide.text(addresses));
    }

    /** What a real MongoDB and its stand-in know differs, so the other stores must not carry over from one to the other. */
    private DevStores embedded() {
        Path tools = VAR.resolve("tools");
        boolean real = Mongod.find(tools).isPresent();
        return DevStores.builder()
                .dataDir(VAR.resolve(real ? "stores" : "stores-stand-in"))
                .tools(tools)
                .mongo(real ? MongoKind.REAL : MongoKind.STAND_IN_FILE)
                .ports(StorePorts.development())
                .stoppedByCaller()
                .progress(System.out::println)
                .start();
    }

    /** Returns when the last node has ended by itself; a node of several may end, as it may in production. */
    private void watch() {
        nodes.forEach(node -> node.onExit().thenRun(() -> {
            if (!stopping) {
                boolean rest = nodes.stream().anyMatch(NodeProcess::isRunning);
                System.err.println(node.address().nodeId() + " ended with exit code " + node.exitCode()
                        + (rest ? "; Ctrl-C ends the rest, " + verb() + " starts again" : ""));
            }
        }));
        CompletableFuture.allOf(nodes.stream().map(NodeProcess::onExit).toArray(CompletableFuture<?>[]::new))
                .join();
        if (!stopping) {
            exitCode = 1;
        }
    }

    /** Nodes first, so that they hand over what they hold, then the stores. */
    private void stop() {
        stopping = true;
        file.delete();
        System.out.println("\nstopping");
        synchronized (nodes) {
            nodes.parallelStream().forEach(NodeProcess::stop);
        }
        if (stores != null) {
            stores.close();
        }
        System.out.println("stopped");
        System.out.flush();
        Runtime.getRuntime().halt(exitCode);
    }
}

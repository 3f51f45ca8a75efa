package dev.curlew.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.bench.ProcFs;
import java.util.ArrayList;
import java.util.List;

/** The processor time of a while: this process, the servers it loads, and all of the machine. */
final class Watch {

    private static final List<Long> SELF = List.of(ProcessHandle.current().pid());

    private final List<Long> servers = new ArrayList<>();
    private final List<Long> others = new ArrayList<>();
    private long begun;
    private long self;
    private long server;
    private long known;
    private long machine;

    Watch(JsonNode command) {
        command.path("servers").forEach(pid -> servers.add(pid.asLong()));
        command.path("known").forEach(pid -> others.add(pid.asLong()));
    }

    void begin() {
        begun = System.nanoTime();
        self = ProcFs.cpuMillis(SELF);
        server = ProcFs.cpuMillis(servers);
        known = ProcFs.cpuMillis(others);
        machine = ProcFs.machineMillis();
    }

    void end(ObjectNode into) {
        long selfMs = ProcFs.cpuMillis(SELF) - self;
        long serverMs = ProcFs.cpuMillis(servers) - server;
        long knownMs = ProcFs.cpuMillis(others) - known;
        into.put("seconds", (System.nanoTime() - begun) / 1e9)
                .put("generator_ms", selfMs)
                .put("server_ms", serverMs)
                .put("known_ms", knownMs)
                .put("strangers_ms", ProcFs.machineMillis() - machine - selfMs - serverMs - knownMs);
    }
}

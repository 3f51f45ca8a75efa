package dev.curlew.bench;

import java.nio.file.Path;
import java.util.List;

/** What the nodes do during a part, as Java Flight Recorder sees it. Costs a few percent, so such a run's figures are not for showing. */
final class Recording {

    private final List<Long> nodes;

    private Recording(List<Long> nodes) {
        this.nodes = nodes;
    }

    static Recording of(List<Long> nodes) {
        nodes.forEach(pid -> Jcmd.run(pid, "JFR.start", "name=bench", "settings=profile"));
        return new Recording(nodes);
    }

    void end(String part) {
        for (int i = 0; i < nodes.size(); i++) {
            Path file =
                    Path.of("target", "bench", part + "-" + (i + 1) + ".jfr").toAbsolutePath();
            Jcmd.run(nodes.get(i), "JFR.stop", "name=bench", "filename=" + file);
        }
    }
}

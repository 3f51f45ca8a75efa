package dev.curlew.chaos;

import dev.curlew.client.Account;
import dev.curlew.dev.NodeProcess;
import java.time.Duration;

/** What a fault may touch. */
public final class Env {

    private final Stack stack;
    private final Load load;
    private final Journal journal;
    private final Duration outage;

    Env(Stack stack, Load load, Journal journal, Duration outage) {
        this.stack = stack;
        this.load = load;
        this.journal = journal;
        this.outage = outage;
    }

    public Stack stack() {
        return stack;
    }

    public Load load() {
        return load;
    }

    public Journal journal() {
        return journal;
    }

    /** How long a store stays away. */
    public Duration outage() {
        return outage;
    }

    public void pause(Duration time) {
        Pause.millis(time.toMillis());
    }

    /** A fresh user whose history will be compared with its peer's. */
    public Account[] freshPair() {
        return load.freshPair();
    }

    /** Starts what does not run and waits for it; a node that does not come back is a finding. */
    public void startAllNodes() {
        try {
            stack.nodes().stream().filter(node -> !node.isRunning()).forEach(NodeProcess::start);
            stack.nodes().forEach(NodeProcess::awaitReady);
        } catch (IllegalStateException e) {
            journal.add(new Entry.Stuck(e.getMessage()));
        }
    }
}

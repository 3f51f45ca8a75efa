package dev.curlew.chaos;

import dev.curlew.client.Account;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.Pause;
import java.time.Duration;

/** What a fault may touch. */
public final class Env {

    private final Stack stack;
    private final Load load;
    private final Journal journal;
    private final Round.Timing timing;

    Env(Stack stack, Load load, Journal journal, Round.Timing timing) {
        this.stack = stack;
        this.load = load;
        this.journal = journal;
        this.timing = timing;
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
        return timing.outage();
    }

    /** After how long Kafka gives a silent node's partitions to others. */
    public Duration kafkaSession() {
        return timing.kafkaSession();
    }

    /** Whether this is the form with long outages and many repetitions. */
    public boolean isLong() {
        return outage().toSeconds() >= 30;
    }

    public void pause(Duration time) {
        Pause.millis(time.toMillis());
    }

    /** A fresh user whose history will be compared with its peer's. */
    public Account[] freshPair() {
        return load.freshPair();
    }

    KafkaGroups kafkaGroups() {
        return new KafkaGroups(stack.stores().kafka().bootstrap());
    }

    /** Lets a node stand still for so long. */
    void freeze(NodeProcess node, Duration time) {
        journal.add(new Entry.Frozen(node.url()));
        node.pause();
        try {
            pause(time);
        } finally {
            node.resume();
            journal.add(new Entry.Thawed(node.url()));
        }
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

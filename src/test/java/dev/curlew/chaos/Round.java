package dev.curlew.chaos;

import dev.curlew.client.Account;
import dev.curlew.client.FollowClient;
import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** One fault with one seed: load, fault, healing, quiet, comparison. Uses users and conversations of its own. */
final class Round {

    /** @param outage how long a store stays away
     * @param kafkaSession after how long Kafka gives a silent node's partitions to others
     * @param settle time of undisturbed load before and after the fault
     * @param recovery longest time from healing to quiet */
    record Timing(Duration outage, Duration kafkaSession, Duration settle, Duration recovery) {}

    private final Stack stack;
    private final Load.Settings settings;
    private final Timing timing;
    private final Journal journal = new Journal();
    private final Map<String, Long> seconds = new LinkedHashMap<>();
    private long phaseBegan = System.nanoTime();

    Round(Stack stack, Load.Settings settings, Timing timing) {
        this.stack = stack;
        this.settings = settings;
        this.timing = timing;
    }

    Result run(Fault fault, long seed) {
        Random random = new Random(seed * 31 + fault.name().hashCode());
        Marks marks;
        MachineWatch machine = new MachineWatch();
        try (machine;
                Load load = new Load(stack.urls(), journal, settings, random.nextLong())) {
            load.start();
            Pause.millis(timing.settle().toMillis());
            phaseEnded("load");
            int faultStart = journal.lines().size();
            Env env = new Env(stack, load, journal, timing);
            try {
                fault.inject(env, random);
            } finally {
                fault.heal(env);
            }
            phaseEnded("fault");
            int faultEnd = journal.lines().size();
            Pause.millis(timing.settle().toMillis());
            load.stopSending();
            if (!Pause.until(timing.recovery(), load::quiet)) {
                journal.add(new Entry.Stuck(
                        "not quiet " + timing.recovery().toSeconds() + " s after healing: " + load.unquiet()));
            }
            phaseEnded("until quiet");
            marks = new Marks(faultStart, faultEnd, journal.lines().size());
            compare(load);
            phaseEnded("comparing");
        }
        return Result.of(fault, seed, journal, marks, machine.complaint());
    }

    /** How long each part took, for people. */
    String phases() {
        return seconds.entrySet().stream()
                .map(phase -> phase.getKey() + " " + phase.getValue() + " s")
                .collect(Collectors.joining(", "));
    }

    private void phaseEnded(String name) {
        long now = System.nanoTime();
        seconds.put(name, Duration.ofNanos(now - phaseBegan).toSeconds());
        phaseBegan = now;
    }

    private void caughtUp() {
        try (KafkaGroups groups = new KafkaGroups(stack.stores().kafka().bootstrap())) {
            Map<String, Long> lag = new HashMap<>();
            long least = Long.MAX_VALUE;
            long end = System.nanoTime();
            // Whoever has records of earlier rounds to go through again is late, and not stuck as long as there are
            // fewer and fewer.
            for (long open = Long.MAX_VALUE - 1; open > 0 && System.nanoTime() <= end; Pause.millis(200)) {
                lag.putAll(groups.lag());
                open = lag.values().stream().mapToLong(Long::longValue).sum();
                if (open < least) {
                    least = open;
                    end = System.nanoTime() + timing.recovery().toNanos();
                }
            }
            lag.forEach((group, open) -> journal.add(new Entry.Lag(group, open)));
        }
    }

    /** Places in the journal. */
    record Marks(int faultStart, int faultEnd, int loadEnd) {}

    private void compare(Load load) {
        Account[] pair = load.freshPair();
        new Crossings(journal, Talk.of(pair), pair).run(stack.nodes(), timing.recovery());
        Talk group = load.freshGroup(List.of(pair), pair.length);
        new Crossings(journal, group, pair).run(stack.nodes(), timing.recovery());
        caughtUp();
        FinalLook look = new FinalLook(stack.urls(), journal);
        for (Talk talk : load.talks()) {
            String conversationId = talk.conversationId();
            long version = talk.members().stream()
                    .mapToLong(member -> look.changes(member, conversationId))
                    .max()
                    .orElse(0);
            long head = talk.members().stream()
                    .mapToLong(member -> look.history(member, conversationId))
                    .max()
                    .orElse(0);
            List<FollowClient> followers = load.clients().stream()
                    .filter(one -> talk.has(one.account()))
                    .toList();
            // Repair of a lost push is promised within one heartbeat.
            Pause.until(
                    Duration.ofMillis(2 * Stack.PRESENCE_TTL_MS),
                    () -> followers.stream()
                            .allMatch(one ->
                                    one.cursor(conversationId) >= head && one.version(conversationId) >= version));
            for (FollowClient follower : followers) {
                journal.follower(follower, conversationId);
            }
        }
        look.unread(load.talks().stream()
                .flatMap(talk -> talk.members().stream())
                .distinct()
                .toList());
        List<Account> connected =
                load.clients().stream().map(FollowClient::account).distinct().toList();
        look.presence(connected, "online", Duration.ofMillis(Stack.PRESENCE_TTL_MS + 5_000));
        load.clients().forEach(FollowClient::close);
        look.presence(connected, "offline", Duration.ofMillis(Stack.PRESENCE_TTL_MS + 5_000));
    }
}

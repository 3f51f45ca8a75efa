package dev.curlew.chaos;

import dev.curlew.client.Account;
import dev.curlew.client.Device;
import dev.curlew.client.FollowClient;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import redis.clients.jedis.Jedis;

/**
 * 64 clients say 1,000 things each in one group, over all nodes, while its counter is deleted again and again, a node is killed and MySQL is
 * stopped. What is acknowledged is stored, and delivered to whoever follows, once and in order.
 */
final class FloodFault implements Fault {

    private static final int SENDERS = 64;
    private static final int FOLLOWERS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Override
    public int number() {
        return 0;
    }

    @Override
    public String name() {
        return "flood";
    }

    @Override
    public void inject(Env env, Random random) {
        int each = env.isLong() ? 1_000 : 50;
        Load load = env.load();
        List<Account> members = new ArrayList<>();
        for (int i = 0; i < SENDERS + FOLLOWERS; i++) {
            members.add(load.backend().user());
        }
        Talk group = load.backend().group(members, members.size());
        List<Account> followers = members.subList(SENDERS, members.size());
        load.compare(Talk.of(group.topic(), followers));
        for (int i = 0; i < FOLLOWERS; i++) {
            load.follow(followers.get(i), "flooded" + i, 1, i);
        }
        List<FollowClient> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            Device device = new Device(1, "flood", false, i, Duration.ofSeconds(1), false);
            senders.add(load.client(members.get(i), "flood" + i, device));
        }
        try (Counter counter = new Counter(env, group)) {
            for (int n = 0; n < each; n++) {
                for (FollowClient sender : senders) {
                    String id = "flood-" + sender.account().uid() + "-" + n;
                    sender.send(group.message(id, sender.account()), false);
                }
            }
            int all = SENDERS * each;
            counter.start();
            untilLeft(senders, all * 3 / 4);
            NodeProcess node =
                    env.stack().nodes().get(random.nextInt(env.stack().nodes().size()));
            node.kill();
            env.pause(Duration.ofSeconds(2));
            env.startAllNodes();
            untilLeft(senders, all / 2);
            env.stack().stores().mysql().stop();
            env.pause(env.isLong() ? Duration.ofSeconds(20) : Duration.ofSeconds(3));
            env.stack().stores().mysql().start();
            if (!untilLeft(senders, 0)) {
                env.journal().add(new Entry.Stuck("not all was placed: " + left(senders) + " of " + all + " left"));
            }
        } finally {
            senders.forEach(FollowClient::close);
        }
    }

    /** Waits until no more sends than that are unsettled. @return whether that was in time */
    private static boolean untilLeft(List<FollowClient> senders, int few) {
        return Pause.until(PATIENCE, () -> left(senders) <= few);
    }

    private static int left(List<FollowClient> senders) {
        return senders.stream().mapToInt(FollowClient::unsettled).sum();
    }

    /** Deletes the group's counter, until it is closed. */
    private static final class Counter implements AutoCloseable {
        private static final long PERIOD_MS = 50;

        private final Env env;
        private final String key;
        private final Thread thread = new Thread(this::run, "counter");
        private volatile boolean stopped;

        Counter(Env env, Talk group) {
            this.env = env;
            this.key = "im:" + env.load().settings().tenant() + ":topic:{" + group.topic() + "}:last_seq";
        }

        void start() {
            thread.start();
        }

        @Override
        public void close() {
            stopped = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void run() {
            var store = env.stack().stores().redis();
            long deleted = 0;
            try (Jedis redis = new Jedis(store.host(), store.port())) {
                while (!stopped) {
                    deleted += redis.del(key);
                    Pause.millis(PERIOD_MS);
                }
            }
            if (deleted == 0) {
                env.journal().add(new Entry.Stuck("the counter was never there to be deleted: " + key));
            }
        }
    }
}

package dev.curlew.chaos;

import dev.curlew.client.Account;
import dev.curlew.client.FollowClient;
import dev.curlew.dev.NodeProcess;
import dev.curlew.dev.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * The node that owns a group is killed with a batch in hand, after each of the steps: numbers claimed, rows under way to MySQL, committed
 * and Redis not told, acknowledged and members not told. What was claimed and not stored must be free again for whoever owns the group then.
 */
final class GroupStepFaults implements Fault {

    private static final int BATCH = 40;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public int number() {
        return 21;
    }

    @Override
    public String name() {
        return "a group's owner killed after each step";
    }

    @Override
    public void inject(Env env, Random random) {
        Load load = env.load();
        List<Account> members = List.of(load.backend().user(), load.backend().user());
        Talk group = load.freshGroup(members, members.size());
        List<FollowClient> clients =
                List.of(load.follow(members.get(0), "step0", 1, 0), load.follow(members.get(1), "step1", 1, 1));
        try (Sql sql = new Sql(env.stack().stores().mysql(), load.settings().tenant())) {
            Steps steps = new Steps(env, sql, group, clients);
            steps.say(1);
            steps.settled();
            for (int i = 0; i < (env.isLong() ? 5 : 1); i++) {
                steps.claimed();
                steps.storing();
                steps.committed();
                steps.acknowledged(random);
            }
        } finally {
            env.stack().redis().heal();
            env.stack().stores().kafka().resume();
        }
    }

    private static final class Steps {
        private final Env env;
        private final Sql sql;
        private final Talk group;
        private final List<FollowClient> clients;
        private final String prefix;
        private NodeProcess owner;
        private int messages;

        Steps(Env env, Sql sql, Talk group, List<FollowClient> clients) {
            this.env = env;
            this.sql = sql;
            this.group = group;
            this.clients = clients;
            this.prefix = "step-" + group.topic() + "-";
        }

        /** From both members, so over both nodes. */
        void say(int count) {
            for (int i = 0; i < count; i++) {
                for (FollowClient client : clients) {
                    client.send(group.message(prefix + ++messages, client.account()), false);
                }
            }
        }

        void settled() {
            boolean in = Pause.until(
                    Duration.ofSeconds(60),
                    () -> clients.stream().allMatch(one -> one.connected() && one.unsettled() == 0));
            if (!in) {
                env.journal().add(new Entry.Stuck("not placed within 60 s of a kill: " + group.conversationId()));
            }
        }

        /** Numbers are claimed in Redis; nothing is in MySQL. */
        void claimed() {
            lockNumbers();
            try {
                say(BATCH);
                owner = sql.waiting(env.stack().nodes(), "%im_topic_seq%" + "FOR UPDATE%");
                owner.kill();
            } finally {
                sql.hold("ROLLBACK");
            }
            goOn();
        }

        /** The rows are under way, and go with the transaction. */
        void storing() {
            sql.hold("LOCK TABLES im_group_messages WRITE");
            try {
                say(BATCH);
                owner = sql.waiting(env.stack().nodes(), "INSERT INTO%im_group_messages%");
                owner.kill();
            } finally {
                sql.hold("UNLOCK TABLES");
            }
            goOn();
        }

        /** The messages have their places, and nobody was told: neither Redis nor the sender. */
        void committed() {
            long before = high();
            lockNumbers();
            try {
                say(BATCH);
                owner = sql.waiting(env.stack().nodes(), "%im_topic_seq%" + "FOR UPDATE%");
                env.stack().redis().lose();
            } finally {
                sql.hold("ROLLBACK");
            }
            await(() -> high() > before, "nothing was committed");
            owner.kill();
            env.stack().redis().heal();
            goOn();
        }

        /** The senders have their places; that the members are told is on its way to Kafka at best. */
        void acknowledged(Random random) {
            int from = env.journal().size();
            env.stack().stores().kafka().pause();
            try {
                say(BATCH);
                env.journal().await(from, this::place, PATIENCE);
                env.pause(Duration.ofMillis(random.nextInt(50)));
                owner.kill();
            } finally {
                env.stack().stores().kafka().resume();
            }
            goOn();
        }

        private void goOn() {
            env.startAllNodes();
            settled();
        }

        private void lockNumbers() {
            sql.hold("START TRANSACTION");
            sql.hold("SELECT high FROM im_topic_seq WHERE topic = '" + group.topic() + "' FOR UPDATE");
        }

        private long high() {
            return sql.number("SELECT high FROM im_topic_seq WHERE topic = '" + group.topic() + "'");
        }

        private boolean place(Entry entry) {
            return entry instanceof Entry.Reply answer
                    && answer.reply().path("data").path("seq").asLong() > 0
                    && answer.reply()
                            .path("data")
                            .path("client_msg_id")
                            .asText()
                            .startsWith(prefix);
        }

        private static void await(BooleanSupplier holds, String otherwise) {
            if (!Pause.until(PATIENCE, holds::getAsBoolean)) {
                throw new IllegalStateException(otherwise);
            }
        }
    }
}

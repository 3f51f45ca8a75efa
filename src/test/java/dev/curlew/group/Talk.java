package dev.curlew.group;

import dev.curlew.client.Account;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.MessageIds;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.MessageTable;
import dev.curlew.store.mysql.TopicNumbers;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Puts messages of groups where a sender's node puts them, one after the other: rows, the number, the head. Blocks. */
final class Talk {

    private static final AtomicLong IDS = new AtomicLong();

    private final GroupWorld world;
    private final GroupMessageStore store;
    private final TopicNumbers numbers;
    private final Databases databases;

    Talk(GroupWorld world) {
        this.world = world;
        databases = new Databases(world.cluster.config(0).mysql().databasePrefix());
        MessageTable tables =
                new MessageTable(databases, world.cluster.config(0).mysql().groupTables());
        store = new GroupMessageStore(world.mysql, tables);
        numbers = new TopicNumbers(databases, tables);
    }

    /** How a message is besides its text. */
    record How(Map<String, Boolean> options, List<Long> at, boolean atAll, long agoMs) {

        static final How PLAIN = new How(Map.of(), List.of(), false, 0);

        static How mentioning(Account whom) {
            return new How(Map.of(), List.of(whom.uid()), false, 0);
        }

        static How mentioningAll() {
            return new How(Map.of(), List.of(), true, 0);
        }

        static How with(String option) {
            return new How(Map.of(option, false), List.of(), false, 0);
        }

        static How before(long ms) {
            return new How(Map.of(), List.of(), false, ms);
        }
    }

    long say(String topic, Account from, String text) {
        return say(topic, from, text, How.PLAIN);
    }

    long say(String topic, Account from, String text, How how) {
        return say(topic, from, text, how, 1);
    }

    /** Answers the message's number. @param step how far it is above the last; what lies between stays empty */
    long say(String topic, Account from, String text, How how, int step) {
        GroupId group = GroupId.ofTopic(topic).orElseThrow();
        long seq = GroupWorld.await(world.mysql.transaction(transaction -> numbers.high(
                        transaction, GroupWorld.TENANT, group)
                .compose(high -> store.insert(
                                transaction, GroupWorld.TENANT, List.of(message(group, from, text, how, high + step)))
                        .compose(done -> raise(transaction, group, high + step))
                        .map(high + step))));
        head(topic, seq);
        world.redis.set(world.key("SEQ_USER_READ:{" + topic + "}:" + from.uid()), Long.toString(seq));
        return seq;
    }

    /** A number that no message will have. */
    long hole(String topic) {
        GroupId group = GroupId.ofTopic(topic).orElseThrow();
        long seq = GroupWorld.await(
                world.mysql.transaction(transaction -> numbers.depart(transaction, GroupWorld.TENANT, group)));
        head(topic, seq);
        return seq;
    }

    private void head(String topic, long seq) {
        world.redis.set(world.key("topic:{" + topic + "}:head"), Long.toString(seq));
    }

    private Future<?> raise(SqlConnection transaction, GroupId group, long seq) {
        return transaction
                .preparedQuery("INSERT INTO " + databases.tenant(GroupWorld.TENANT, "im_topic_seq")
                        + " (topic, high) VALUES (?, ?) ON DUPLICATE KEY UPDATE high = VALUES(high)")
                .execute(Tuple.of(group.topic(), seq));
    }

    private static Message message(GroupId group, Account from, String text, How how, long seq) {
        String clientId = "said-" + IDS.incrementAndGet() + "-" + System.nanoTime();
        String content = "{\"text\":\"" + text + "\"}";
        long time = System.currentTimeMillis() - how.agoMs();
        return new Message(
                GroupWorld.TENANT,
                group.conversation(),
                ConversationId.GROUP,
                seq,
                clientId,
                MessageIds.serverMsgId(GroupWorld.TENANT, group.conversation(), from.uid(), clientId),
                from.uid(),
                0,
                from.name(),
                "",
                5,
                100,
                101,
                content,
                MessageIds.sendHash(101, content),
                time,
                time,
                how.options(),
                how.at(),
                how.atAll(),
                null,
                null,
                null,
                null,
                null);
    }
}

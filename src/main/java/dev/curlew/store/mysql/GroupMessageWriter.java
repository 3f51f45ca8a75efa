package dev.curlew.store.mysql;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.Review;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.mysql.GroupFileStore.Source;
import dev.curlew.store.mysql.GroupMessageStore.Key;
import dev.curlew.store.mysql.GroupMessageStore.Place;
import io.vertx.core.Future;
import io.vertx.sqlclient.DatabaseException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores a batch of numbered messages of a tenant's groups in one transaction (rules 1, 4 and 16). The topics are locked in sorted order
 * in {@code im_topic_seq}; a number not above a topic's {@code high} is settled and never written again. Every number between it and the
 * new one gets a row, of a message or of kind hole.
 */
public final class GroupMessageWriter {

    private static final Logger LOG = LoggerFactory.getLogger(GroupMessageWriter.class);

    /** A counter that was set far ahead would make more holes than a transaction can hold; {@code high} settles those alone. */
    private static final int MOST_HOLES = 10_000;

    private final MysqlPool pool;
    private final Databases databases;
    private final MessageTable tables;
    private final MonthlyTables months;
    private final GroupMessageStore messages;
    private final GroupFileStore files;
    private final GroupSenders senders;

    public GroupMessageWriter(
            MysqlPool pool,
            Databases databases,
            MessageTable tables,
            GroupMessageStore messages,
            GroupFileStore files) {
        this.pool = pool;
        this.databases = databases;
        this.tables = tables;
        this.months = new MonthlyTables(pool, databases, tables);
        this.messages = messages;
        this.files = files;
        this.senders = new GroupSenders(databases);
    }

    /**
     * What is to be stored.
     *
     * @param reviews what was found about messages that somebody has to look at, or that were flagged
     * @param last the highest number given in each topic; what is not used up to there becomes holes
     * @param occupied whether there may be rows above {@code high}, so that holes have to look for room
     */
    public record Batch(
            String tenant, List<Message> messages, Map<Key, Review> reviews, Map<String, Long> last, boolean occupied) {

        private boolean held(Message message) {
            return reviews.getOrDefault(Key.of(message), Review.PASS).held();
        }
    }

    /** What came of a batch. */
    public sealed interface Written {

        /** Committed. @param refused senders who may not any more; their numbers are holes */
        record Stored(Map<Key, Long> ids, Map<Key, ApiException> refused) implements Written {}

        /** Nothing was written: other writers have used numbers up to these. */
        record Outrun(Map<String, Long> high) implements Written {}

        /** Nothing was written: a number or a client id is taken. */
        record Taken() implements Written {}

        /** Nothing was written, and nothing will be. */
        record Failed(Throwable cause) implements Written {

            /** Whether it is MySQL that will not have what one of the messages says; the others may be stored without it. */
            public boolean ofContent() {
                return cause instanceof DatabaseException;
            }
        }

        /** Whether it was committed cannot be told. */
        record Unknown(Throwable cause) implements Written {}
    }

    /** The highest settled number of each topic; 0 where there is none. */
    public Future<Map<String, Long>> highs(String tenant, Collection<String> topics) {
        if (topics.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        String sql = "SELECT topic, high FROM " + databases.tenant(tenant, "im_topic_seq") + " WHERE topic IN ("
                + MysqlPool.placeholders(topics.size()) + ")";
        return pool.query(sql, MysqlPool.padded(List.copyOf(topics))).map(rows -> highs(topics, rows));
    }

    /** The highest number that has a row, whatever {@code im_topic_seq} says; for a topic whose numbers were found taken. */
    public Future<Long> highestRow(String tenant, GroupId group) {
        String table = tables.numbers(tenant);
        return pool.query("SELECT seqid FROM " + table + " WHERE topic = ? ORDER BY seqid DESC LIMIT 1", group.topic())
                .map(rows -> {
                    for (Row row : rows) {
                        return row.getLong("seqid");
                    }
                    return 0L;
                });
    }

    /** Never fails: what went wrong is an outcome. */
    public Future<Written> write(Batch batch) {
        // A table is made outside of transactions: making one would commit what was done before.
        return months.prepare(batch.tenant(), batch.messages())
                .compose(ready -> transact(batch), failure -> Future.succeededFuture(new Written.Failed(failure)));
    }

    private Future<Written> transact(Batch batch) {
        AtomicReference<Stage> stage = new AtomicReference<>(Stage.WORKING);
        return pool.<Written>transaction(transaction -> {
                    stage.compareAndSet(Stage.COMMITTING, Stage.WORKING);
                    return work(transaction, batch)
                            .compose(written -> stage.compareAndSet(Stage.WORKING, Stage.COMMITTING)
                                    ? Future.succeededFuture(written)
                                    : Future.failedFuture(ApiException.unavailable("The database takes too long.")));
                })
                .recover(failure -> {
                    boolean unknown = !stage.compareAndSet(Stage.WORKING, Stage.GIVEN_UP);
                    if (MysqlPool.duplicateKey(failure)) {
                        return Future.succeededFuture(new Written.Taken());
                    }
                    return Future.succeededFuture(unknown ? new Written.Unknown(failure) : new Written.Failed(failure));
                });
    }

    /** Once given up, a transaction that is still under way must not commit; once committing, its outcome is not known. */
    private enum Stage {
        WORKING,
        COMMITTING,
        GIVEN_UP
    }

    private Future<Written> work(SqlConnection transaction, Batch batch) {
        Map<String, List<Message>> byTopic = new TreeMap<>();
        batch.messages()
                .forEach(message -> byTopic.computeIfAbsent(Key.of(message).topic(), topic -> new ArrayList<>())
                        .add(message));
        return lock(transaction, batch.tenant(), byTopic.keySet()).compose(high -> {
            boolean outrun = batch.messages().stream()
                    .anyMatch(
                            message -> message.seq() <= high.get(Key.of(message).topic()));
            return outrun
                    ? Future.succeededFuture(new Written.Outrun(high))
                    : senders.refusals(transaction, batch.tenant(), batch.messages())
                            .compose(refused -> store(transaction, batch, byTopic.keySet(), high, refused));
        });
    }

    private Future<Map<String, Long>> lock(SqlConnection transaction, String tenant, Set<String> topics) {
        String sql = "SELECT topic, high FROM " + databases.tenant(tenant, "im_topic_seq") + " WHERE topic IN ("
                + MysqlPool.placeholders(topics.size()) + ") ORDER BY topic FOR UPDATE";
        return transaction
                .preparedQuery(sql)
                .execute(MysqlPool.padded(List.copyOf(topics)))
                .map(rows -> highs(topics, rows));
    }

    private static Map<String, Long> highs(Collection<String> topics, Iterable<Row> rows) {
        Map<String, Long> highs = new HashMap<>();
        topics.forEach(topic -> highs.put(topic, 0L));
        rows.forEach(row -> highs.put(row.getString("topic"), row.getLong("high")));
        return highs;
    }

    private Future<Written> store(
            SqlConnection transaction,
            Batch batch,
            Set<String> topics,
            Map<String, Long> high,
            Map<Key, ApiException> refused) {
        List<Message> accepted = batch.messages().stream()
                .filter(message -> !refused.containsKey(Key.of(message)))
                .toList();
        Map<String, List<Long>> seqs = new LinkedHashMap<>();
        accepted.forEach(message -> seqs.computeIfAbsent(Key.of(message).topic(), topic -> new ArrayList<>())
                .add(message.seq()));
        Future<Void> chain = accepted.isEmpty()
                ? Future.succeededFuture()
                : messages.insert(transaction, batch.tenant(), accepted, batch.reviews());
        for (String topic : topics) {
            List<Long> holes =
                    holes(topic, high.get(topic), batch.last().get(topic), seqs.getOrDefault(topic, List.of()));
            if (!holes.isEmpty()) {
                chain = chain.compose(done -> fill(transaction, batch, topic, holes));
            }
        }
        for (Message message : accepted) {
            var attached = MessageFiles.of(message.contentType(), message.content());
            if (!attached.isEmpty() && !batch.held(message)) {
                Source source = new Source(group(message), message.seq(), message.sendUid(), message.sendTime());
                chain = chain.compose(done -> files.register(transaction, batch.tenant(), source, attached));
            }
        }
        return chain.compose(done -> raise(transaction, batch.tenant(), topics, batch.last()))
                .compose(done -> messages.ids(transaction, batch.tenant(), accepted))
                .map(places -> {
                    Map<Key, Long> ids = new HashMap<>();
                    accepted.forEach(message -> ids.put(
                            Key.of(message),
                            places.get(new Place(Key.of(message).topic(), message.seq()))));
                    return new Written.Stored(ids, refused);
                });
    }

    private static List<Long> holes(String topic, long high, long last, List<Long> used) {
        long from = high + 1;
        if (last - high - used.size() > MOST_HOLES) {
            LOG.warn("Too far ahead for a row each, {} to {} of topic: {}", from, last, topic);
            from = used.isEmpty() ? last : Collections.min(used);
        }
        Set<Long> taken = new HashSet<>(used);
        List<Long> holes = new ArrayList<>();
        for (long seq = from; seq <= last; seq++) {
            if (!taken.contains(seq)) {
                holes.add(seq);
            }
        }
        return holes;
    }

    private Future<Void> fill(SqlConnection transaction, Batch batch, String topic, List<Long> holes) {
        GroupId group = GroupId.ofTopic(topic).orElseThrow();
        long now = System.currentTimeMillis();
        if (!batch.occupied()) {
            return messages.fill(transaction, batch.tenant(), group, holes, now);
        }
        return transaction
                .preparedQuery("SELECT seqid FROM " + tables.numbers(batch.tenant())
                        + " WHERE topic = ? AND seqid BETWEEN ? AND ?")
                .execute(Tuple.of(topic, Collections.min(holes), Collections.max(holes)))
                .compose(rows -> {
                    Set<Long> there = new HashSet<>();
                    rows.forEach(row -> there.add(row.getLong("seqid")));
                    List<Long> free =
                            holes.stream().filter(seq -> !there.contains(seq)).toList();
                    return messages.fill(transaction, batch.tenant(), group, free, now);
                });
    }

    private Future<Void> raise(SqlConnection transaction, String tenant, Set<String> topics, Map<String, Long> last) {
        Tuple values = Tuple.tuple();
        topics.forEach(topic -> values.addValue(topic).addValue(last.get(topic)));
        return transaction
                .preparedQuery("INSERT INTO " + databases.tenant(tenant, "im_topic_seq") + " (topic, high) VALUES "
                        + String.join(",", Collections.nCopies(topics.size(), "(?, ?)"))
                        + " ON DUPLICATE KEY UPDATE high = GREATEST(high, VALUES(high))")
                .execute(values)
                .mapEmpty();
    }

    private static GroupId group(Message message) {
        return GroupId.ofMessages(message.conversationId()).orElseThrow();
    }
}

package dev.curlew.store.mysql;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.Review;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.TenantDirectory;
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
import java.util.Optional;
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

    /** How long a tenant keeps messages of groups, milliseconds; 0 or absent: for good. */
    public static final String KEEP_SETTING = "group_keep_ms";

    /** A counter that was set far ahead would make more holes than a transaction can hold; {@code high} settles those alone. */
    private static final int MOST_HOLES = 10_000;

    private final MysqlPool pool;
    private final Databases databases;
    private final MessageTable tables;
    private final MonthlyTables months;
    private final GroupMessageStore messages;
    private final GroupFileStore files;
    private final TenantDirectory tenants;
    private final GroupSenders senders;
    private final Highs highs;
    private final ChatCopies copies;

    public GroupMessageWriter(
            MysqlPool pool,
            Databases databases,
            MessageTable tables,
            GroupMessageStore messages,
            GroupFileStore files,
            TenantDirectory tenants) {
        this.pool = pool;
        this.databases = databases;
        this.tables = tables;
        this.months = new MonthlyTables(pool, databases, tables);
        this.messages = messages;
        this.files = files;
        this.tenants = tenants;
        this.senders = new GroupSenders(databases);
        this.highs = new Highs(pool, databases);
        this.copies = new ChatCopies(databases);
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

        /**
         * Committed.
         *
         * @param refused senders who may not any more; their numbers are holes
         * @param holes the numbers of each topic that became holes
         */
        record Stored(Map<Key, Long> ids, Map<Key, ApiException> refused, Map<String, List<Long>> holes)
                implements Written {}

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
        return highs.of(tenant, topics);
    }

    /** The same for topics that are to get messages: afterwards each has a row to be locked. */
    public Future<Map<String, Long>> open(String tenant, Collection<String> topics) {
        return highs.open(tenant, topics).compose(opened -> highs.of(tenant, topics));
    }

    /** The highest number that has a row, whatever {@code im_topic_seq} says; for a topic whose numbers were found taken. */
    public Future<Long> highestRow(String tenant, String topic) {
        return pool.query(
                        "SELECT seqid FROM " + rows(tenant, topic) + " WHERE " + TopicKind.of(topic).key
                                + " = ? ORDER BY seqid DESC LIMIT 1",
                        topic)
                .map(rows -> {
                    for (Row row : rows) {
                        return row.getLong("seqid");
                    }
                    return 0L;
                });
    }

    /** Where each number of a topic has a row. */
    private String rows(String tenant, String topic) {
        return TopicKind.of(topic) == TopicKind.GROUP
                ? tables.numbers(tenant)
                : databases.tenant(tenant, TopicKind.CHAT.messages);
    }

    /** Never fails: what went wrong is an outcome. */
    public Future<Written> write(Batch batch) {
        // A table is made outside of transactions: making one would commit what was done before.
        return months.prepare(batch.tenant(), groupsOnly(batch.messages()))
                .compose(ready -> keepMs(batch.tenant()))
                .compose(
                        keepMs -> transact(batch, keepMs),
                        failure -> Future.succeededFuture(new Written.Failed(failure)));
    }

    private Future<Long> keepMs(String tenant) {
        return tenants.find(tenant)
                .map(known -> known.map(one -> one.number(KEEP_SETTING, 0)).orElse(0L));
    }

    private Future<Written> transact(Batch batch, long keepMs) {
        AtomicReference<Stage> stage = new AtomicReference<>(Stage.WORKING);
        return pool.<Written>transaction(transaction -> {
                    stage.compareAndSet(Stage.COMMITTING, Stage.WORKING);
                    return work(transaction, batch, keepMs)
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

    private Future<Written> work(SqlConnection transaction, Batch batch, long keepMs) {
        Map<String, List<Message>> byTopic = new TreeMap<>();
        batch.messages()
                .forEach(message -> byTopic.computeIfAbsent(Key.of(message).topic(), topic -> new ArrayList<>())
                        .add(message));
        return highs.lock(transaction, batch.tenant(), byTopic.keySet()).compose(high -> {
            boolean outrun = batch.messages().stream()
                    .anyMatch(
                            message -> message.seq() <= high.get(Key.of(message).topic()));
            return outrun
                    ? Future.succeededFuture(new Written.Outrun(high))
                    : refusals(transaction, batch)
                            .compose(refused -> store(transaction, batch, keepMs, byTopic.keySet(), high, refused));
        });
    }

    private Future<Written> store(
            SqlConnection transaction,
            Batch batch,
            long keepMs,
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
                : messages.insert(transaction, batch.tenant(), accepted, batch.reviews(), keepMs);
        Map<String, List<Long>> filled = new HashMap<>();
        for (String topic : topics) {
            List<Long> holes =
                    holes(topic, high.get(topic), batch.last().get(topic), seqs.getOrDefault(topic, List.of()));
            if (!holes.isEmpty()) {
                filled.put(topic, holes);
                chain = chain.compose(done -> fill(transaction, batch, topic, holes));
            }
        }
        for (Message message : accepted) {
            Optional<GroupId> group = GroupId.ofMessages(message.conversationId());
            var attached = MessageFiles.of(message.contentType(), message.content());
            if (group.isPresent() && !attached.isEmpty() && !batch.held(message)) {
                Source source = new Source(group.get(), message.seq(), message.sendUid(), message.sendTime());
                chain = chain.compose(done -> files.register(transaction, batch.tenant(), source, attached));
            }
        }
        List<Message> others = accepted.stream()
                .filter(message -> message.conversationType() != ConversationId.GROUP)
                .toList();
        if (!others.isEmpty()) {
            chain = chain.compose(done -> copies.write(transaction, batch.tenant(), others));
        }
        return chain.compose(done -> highs.raise(transaction, batch.tenant(), topics, batch.last()))
                .compose(done -> messages.ids(transaction, batch.tenant(), accepted))
                .map(places -> {
                    Map<Key, Long> ids = new HashMap<>();
                    accepted.forEach(message -> ids.put(
                            Key.of(message),
                            places.get(new Place(Key.of(message).topic(), message.seq()))));
                    return new Written.Stored(ids, refused, filled);
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
        long now = System.currentTimeMillis();
        if (!batch.occupied()) {
            return messages.fill(transaction, batch.tenant(), topic, holes, now);
        }
        return transaction
                .preparedQuery("SELECT seqid FROM " + rows(batch.tenant(), topic) + " WHERE " + TopicKind.of(topic).key
                        + " = ? AND seqid BETWEEN ? AND ?")
                .execute(Tuple.of(topic, Collections.min(holes), Collections.max(holes)))
                .compose(rows -> {
                    Set<Long> there = new HashSet<>();
                    rows.forEach(row -> there.add(row.getLong("seqid")));
                    List<Long> free =
                            holes.stream().filter(seq -> !there.contains(seq)).toList();
                    return messages.fill(transaction, batch.tenant(), topic, free, now);
                });
    }

    /** Only groups have members who may have been removed. */
    private Future<Map<Key, ApiException>> refusals(SqlConnection transaction, Batch batch) {
        List<Message> inGroups = groupsOnly(batch.messages());
        return inGroups.isEmpty()
                ? Future.succeededFuture(Map.of())
                : senders.refusals(transaction, batch.tenant(), inGroups);
    }

    private static List<Message> groupsOnly(List<Message> messages) {
        return messages.stream()
                .filter(message -> message.conversationType() == ConversationId.GROUP)
                .toList();
    }
}

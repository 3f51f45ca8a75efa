package dev.curlew.sequencer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.TestConfig;
import dev.curlew.config.CurlewConfig;
import dev.curlew.dev.TestStores;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.Message;
import dev.curlew.domain.MessageIds;
import dev.curlew.persistence.PersistenceVerticle;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.BusCodec;
import dev.curlew.protocol.NodeCommand;
import dev.curlew.protocol.NodeCommand.Settled;
import dev.curlew.protocol.Origin;
import dev.curlew.protocol.SendRecord;
import dev.curlew.store.kafka.KafkaSendProducer;
import dev.curlew.store.kafka.KafkaWriter;
import dev.curlew.store.kafka.TopicAdmin;
import dev.curlew.store.mongo.BurnStore;
import dev.curlew.store.mongo.ClaimStore;
import dev.curlew.store.mongo.ConversationStore;
import dev.curlew.store.mongo.DestructStore;
import dev.curlew.store.mongo.DurableHeads;
import dev.curlew.store.mongo.MessageMarks;
import dev.curlew.store.mongo.MessageStore;
import dev.curlew.store.mongo.MongoLink;
import dev.curlew.store.mongo.MongoSchema;
import dev.curlew.store.mongo.SeqStore;
import dev.curlew.store.mongo.SeqUserStore;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.GroupFileStore;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageWriter;
import dev.curlew.store.mysql.MessageTable;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.redis.ChangeCounters;
import dev.curlew.store.redis.ConversationIdCache;
import dev.curlew.store.redis.GroupClaims;
import dev.curlew.store.redis.Lock;
import dev.curlew.store.redis.MessageCache;
import dev.curlew.store.redis.NumberAllocator;
import dev.curlew.store.redis.Placements;
import dev.curlew.store.redis.ReadPositions;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.RedisLink;
import dev.curlew.store.redis.TotalCache;
import dev.curlew.store.redis.ValueCache;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The sequencer and the persistence behind it, on real stores, fed through Kafka as a gateway does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SequencerIT {

    private static final String TENANT = "demo";
    private static final AtomicLong NEXT_UID = new AtomicLong(100);

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, Settled> settled = new ConcurrentHashMap<>();
    private final RedisKeys keys = new RedisKeys("im");
    private CurlewConfig config;
    private RedisLink redis;
    private MessageStore messages;
    private ClaimStore claims;
    private KafkaSendProducer producer;

    private SequencerVerticle.GroupPipeline groups() {
        MysqlPool mysql = new MysqlPool(vertx, config.mysql());
        Databases databases = new Databases(config.mysql().databasePrefix());
        MessageTable tables = new MessageTable(databases, config.mysql().groupTables());
        GroupMessageStore groupMessages = new GroupMessageStore(mysql, tables);
        return new SequencerVerticle.GroupPipeline(
                "here",
                new GroupClaims(redis, keys, config.redis(), "here"),
                groupMessages,
                new GroupMessageWriter(mysql, databases, tables, groupMessages, new GroupFileStore(mysql, databases)),
                // Nothing is said in groups here.
                null,
                reminders -> Future.succeededFuture());
    }

    @BeforeAll
    void start() {
        config = TestConfig.on(TestStores.shared(), "seqit");
        BusCodec.registerAll(vertx.eventBus());
        vertx.eventBus().<NodeCommand.SettleSends>consumer(BusAddresses.control("here"), message -> {
            message.body().settled().forEach(one -> settled.put(one.attempt(), one));
            message.reply(new NodeCommand.Reply(true));
        });
        redis = new RedisLink(vertx, config.redis());
        MongoLink mongo = new MongoLink(vertx, config.mongo());
        MongoSchema schema = new MongoSchema(mongo);
        KafkaWriter writer = new KafkaWriter(vertx, config.kafka(), 8_000);
        producer = new KafkaSendProducer(writer);
        claims = new ClaimStore(mongo, schema);
        SeqStore seqs = new SeqStore(mongo, schema);
        ConversationStore conversations = new ConversationStore(mongo, schema);
        messages = new MessageStore(mongo, schema);
        await(redis.open());
        await(new TopicAdmin(vertx, config.kafka()).prepare());
        await(vertx.deployVerticle(new SequencerVerticle(new SequencerVerticle.Parts(
                config.kafka(),
                writer,
                redis,
                new NumberAllocator(redis, keys),
                new Placements(redis, keys, new ChangeCounters(redis, keys)),
                claims,
                seqs,
                messages,
                conversations,
                new ConversationIdCache(redis, keys),
                groups()))));
        PersistenceVerticle.Stores stores = new PersistenceVerticle.Stores(
                messages,
                new MessageMarks(mongo, schema),
                new MessageCache(redis, keys),
                claims,
                seqs,
                new SeqUserStore(mongo, schema),
                conversations,
                new BurnStore(mongo, schema),
                new DestructStore(mongo, schema),
                new DurableHeads(claims, seqs),
                new ReadPositions(redis, keys),
                new TotalCache(redis, keys, new ChangeCounters(redis, keys), new ValueCache(redis, 300)));
        // Without tenants nothing is done by the clock.
        PersistenceVerticle.Keeping keeping = new PersistenceVerticle.Keeping(
                config.housekeeping(),
                new Lock(redis, keys, "sequencerit", "here", 10_000),
                () -> Future.succeededFuture(List.of()));
        await(vertx.deployVerticle(new PersistenceVerticle(new PersistenceVerticle.Parts(
                config.kafka(), writer, stores, null, null, null, null, keeping, new SimpleMeterRegistry()))));
    }

    @AfterAll
    void stop() {
        await(vertx.close());
    }

    @Test
    void numbersRiseWithoutGapsAndAreStored() {
        ConversationId conversation = conversation();
        List<String> attempts = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            attempts.add(send(conversation, "m" + i, "{\"text\":\"" + i + "\"}"));
        }
        assertThat(seqsOf(attempts)).containsExactlyElementsOf(range(1, 250));
        Awaitility.await()
                .atMost(20, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(stored(conversation, 250)).containsExactlyElementsOf(range(1, 250)));
    }

    @Test
    void repeatsOfOneIdAreOneMessage() {
        ConversationId conversation = conversation();
        List<String> attempts = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            attempts.add(send(conversation, "same", "{\"text\":\"x\"}"));
        }
        assertThat(seqsOf(attempts)).containsOnly(1L);
        assertThat(attempts.stream().filter(attempt -> settled.get(attempt).duplicate()))
                .hasSize(49);
        String other = send(conversation, "same", "{\"text\":\"another\"}");
        seqsOf(List.of(other));
        assertThat(settled.get(other).code()).isEqualTo(40902);
    }

    @Test
    void numbersGoOnAboveTheHighestAfterRedisLostTheCounter() {
        ConversationId conversation = conversation();
        seqsOf(List.of(send(conversation, "a", "{\"text\":\"a\"}"), send(conversation, "b", "{\"text\":\"b\"}")));
        await(redis.send(Request.cmd(Command.DEL).arg(keys.sequence(TENANT, conversation.value()))));
        assertThat(seqsOf(List.of(send(conversation, "c", "{\"text\":\"c\"}")))).containsExactly(3L);
    }

    @Test
    void aCounterThatWentBackIsRaised() {
        ConversationId conversation = conversation();
        seqsOf(List.of(send(conversation, "a", "{\"text\":\"a\"}"), send(conversation, "b", "{\"text\":\"b\"}")));
        await(redis.send(Request.cmd(Command.HSET)
                .arg(keys.sequence(TENANT, conversation.value()))
                .arg("CURR")
                .arg("0")));
        assertThat(seqsOf(List.of(send(conversation, "c", "{\"text\":\"c\"}")))).containsExactly(3L);
    }

    @Test
    void aNumberTakenBySomebodyElseIsPassedOver() {
        ConversationId conversation = conversation();
        seqsOf(List.of(send(conversation, "a", "{\"text\":\"a\"}")));
        assertThat(await(claims.fill(TENANT, conversation.value(), 2, 0))).isTrue();
        List<Long> seqs = seqsOf(
                List.of(send(conversation, "b", "{\"text\":\"b\"}"), send(conversation, "c", "{\"text\":\"c\"}")));
        assertThat(seqs).isSorted().doesNotContain(2L).doesNotHaveDuplicates();
        long last = seqs.get(1);
        assertThat(await(redis.send(Request.cmd(Command.GET).arg(keys.head(TENANT, conversation.value()))))
                        .toLong())
                .isEqualTo(last);
        assertThat(await(claims.range(TENANT, conversation.value(), 1, last)))
                .as("every number up to the head is a message or a tombstone")
                .hasSize((int) last);
    }

    private String send(ConversationId conversation, String clientId, String content) {
        long sender = conversation.lowUid();
        String attempt = "attempt-" + NEXT_UID.incrementAndGet();
        Message message = new Message(
                TENANT,
                conversation.value(),
                ConversationId.SINGLE,
                0,
                clientId,
                MessageIds.serverMsgId(TENANT, conversation.value(), sender, clientId),
                sender,
                conversation.highUid(),
                "nick",
                "",
                5,
                100,
                101,
                content,
                MessageIds.sendHash(101, content),
                System.currentTimeMillis(),
                System.currentTimeMillis(),
                Map.of(),
                List.of(),
                false,
                null,
                null,
                "",
                "",
                null);
        produce(new SendRecord(message, new Origin("here", "s", attempt)), 5);
        return attempt;
    }

    /** As a client does: what was not taken is sent again before anything after it. */
    private void produce(SendRecord record, int tries) {
        Future<Void> produced = producer.produce(record);
        try {
            await(produced);
        } catch (RuntimeException notTaken) {
            if (tries == 0) {
                throw notTaken;
            }
            produce(record, tries - 1);
        }
    }

    private List<Long> seqsOf(List<String> attempts) {
        Awaitility.await()
                .atMost(20, TimeUnit.SECONDS)
                .until(() -> settled.keySet().containsAll(attempts));
        return attempts.stream().map(attempt -> settled.get(attempt).seq()).toList();
    }

    private List<Long> stored(ConversationId conversation, long to) {
        return List.copyOf(
                await(messages.range(TENANT, conversation.value(), 1, to)).keySet());
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    private static ConversationId conversation() {
        long uid = NEXT_UID.addAndGet(2);
        return ConversationId.single(uid, uid + 1);
    }

    private static <T> T await(Future<T> future) {
        return future.timeout(30, TimeUnit.SECONDS).await();
    }
}

package dev.curlew.boot;

import dev.curlew.api.send.SendPath;
import dev.curlew.config.CurlewConfig;
import dev.curlew.config.CurlewConfig.Role;
import dev.curlew.ops.Health;
import dev.curlew.ops.StartGate;
import dev.curlew.persistence.StoringVerticle;
import dev.curlew.protocol.ReadMarks;
import dev.curlew.sequencer.LogSequencerVerticle;
import dev.curlew.store.LogSendProducer;
import dev.curlew.store.MessageLog;
import dev.curlew.store.SendProducer;
import dev.curlew.store.chat.ReadMarker;
import dev.curlew.store.kafka.ConsumerRequests;
import dev.curlew.store.kafka.KafkaLog;
import dev.curlew.store.kafka.KafkaProbe;
import dev.curlew.store.kafka.TopicAdmin;
import dev.curlew.store.kafka.Topics;
import dev.curlew.store.mongo.DurableHeads;
import dev.curlew.store.mongo.MongoBurns;
import dev.curlew.store.mongo.MongoChangeLog;
import dev.curlew.store.mongo.MongoChanges;
import dev.curlew.store.mongo.MongoClaims;
import dev.curlew.store.mongo.MongoConversations;
import dev.curlew.store.mongo.MongoDestruct;
import dev.curlew.store.mongo.MongoLink;
import dev.curlew.store.mongo.MongoMarks;
import dev.curlew.store.mongo.MongoMessages;
import dev.curlew.store.mongo.MongoSchema;
import dev.curlew.store.mongo.MongoSeqUsers;
import dev.curlew.store.mongo.MongoSeqs;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Single chats as document S has them: through Kafka into MongoDB. */
final class MongoChats implements SingleChats {

    private final Vertx vertx;
    private final CurlewConfig config;
    private final CopyParts copies;
    private final MongoLink mongo;
    private final KafkaLog log;
    private final KafkaProbe probe;
    private final MongoClaims claims;
    private final MongoSeqs seqs;
    private final MongoSeqUsers users;
    private final MongoMessages messages;
    private final MongoConversations conversations;
    private final ChatStores stores;
    private final SendProducer sends;
    private final ReadMarker marker;

    MongoChats(Vertx vertx, CurlewConfig config, CopyParts copies) {
        this.vertx = vertx;
        this.config = config;
        this.copies = copies;
        mongo = new MongoLink(vertx, config.mongo());
        log = new KafkaLog(vertx, config.kafka(), config.send().produceTimeoutMs());
        probe = new KafkaProbe(vertx, config.kafka());
        MongoSchema schema = new MongoSchema(mongo);
        claims = new MongoClaims(mongo, schema);
        seqs = new MongoSeqs(mongo, schema);
        users = new MongoSeqUsers(mongo, schema);
        messages = new MongoMessages(mongo, schema);
        conversations = new MongoConversations(mongo, schema);
        MongoMarks marks = new MongoMarks(mongo, schema);
        stores = new ChatStores(
                claims,
                seqs,
                users,
                messages,
                marks,
                new MongoChanges(mongo, schema, messages),
                conversations,
                new MongoBurns(mongo, schema),
                new MongoDestruct(mongo, schema),
                new MongoChangeLog(mongo, schema),
                new DurableHeads(claims, seqs));
        sends = new LogSendProducer(log);
        marker = new ReadMarker(messages, marks, copies.messages(), this::mark);
    }

    @Override
    public ChatStores stores() {
        return stores;
    }

    @Override
    public MessageLog log() {
        return log;
    }

    @Override
    public SendProducer sends() {
        return sends;
    }

    @Override
    public SendPath path() {
        return SendPath.LOG;
    }

    @Override
    public Future<Void> mark(ReadMarks marks) {
        return log.write(Topics.TO_MONGO, Topics.conversationKey(marks.tenant(), marks.conversationId()), marks);
    }

    @Override
    public List<VerticleBase> verticles(Role role, MeterRegistry metrics) {
        return switch (role) {
            case PERSISTENCE ->
                List.of(new StoringVerticle(new StoringVerticle.Parts(
                        log, messages, seqs, users, conversations, copies.totals(), marker, metrics)));
            case SEQUENCER ->
                List.of(new LogSequencerVerticle(new LogSequencerVerticle.Parts(
                        log,
                        copies.redis(),
                        copies.numbers(),
                        copies.placements(),
                        claims,
                        seqs,
                        messages,
                        conversations,
                        copies.conversationIds())));
            default -> List.of();
        };
    }

    @Override
    public void watch(Health health) {
        health.register("mongo", mongo::ping);
        health.register("kafka", probe::ping);
    }

    @Override
    public Future<List<String>> ready(StartGate gate) {
        TopicAdmin topics = new TopicAdmin(vertx, config.kafka());
        Future<List<String>> kafka = gate.await("kafka", config.kafka().bootstrap(), topics::prepare);
        return Future.all(gate.await("mongo", config.mongo().uri(), mongo::ping), kafka)
                .compose(both -> mongo.weaknesses())
                .map(found -> {
                    List<String> all = new ArrayList<>(kafka.result());
                    all.addAll(found);
                    return all;
                });
    }

    @Override
    public Map<String, LongSupplier> requests() {
        return Map.of("mongo", mongo::requests, "kafka", log::requests, "kafka_reads", ConsumerRequests::total);
    }

    @Override
    public Future<Void> close() {
        return Future.join(log.close(), mongo.close(), probe.close()).mapEmpty();
    }
}

package dev.curlew.boot;

import dev.curlew.api.send.GroupOutbox;
import dev.curlew.api.send.OutboxSendProducer;
import dev.curlew.api.send.SendPath;
import dev.curlew.config.CurlewConfig.Role;
import dev.curlew.ops.Health;
import dev.curlew.ops.StartGate;
import dev.curlew.protocol.ReadMarks;
import dev.curlew.store.MessageLog;
import dev.curlew.store.SendProducer;
import dev.curlew.store.bus.BusLog;
import dev.curlew.store.chat.ReadMarker;
import dev.curlew.store.mysql.ChatBurns;
import dev.curlew.store.mysql.ChatChangeLog;
import dev.curlew.store.mysql.ChatChanges;
import dev.curlew.store.mysql.ChatClaims;
import dev.curlew.store.mysql.ChatConversations;
import dev.curlew.store.mysql.ChatDestruct;
import dev.curlew.store.mysql.ChatMessages;
import dev.curlew.store.mysql.ChatSeqUsers;
import dev.curlew.store.mysql.ChatSeqs;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.redis.MessageCache;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Single chats on the way of groups, into MySQL: there is neither Kafka nor MongoDB. */
final class MysqlChats implements SingleChats {

    private final ChatStores stores;
    private final BusLog log;
    private final SendProducer sends;
    private final ReadMarker marker;

    MysqlChats(
            MysqlPool mysql, Databases databases, MessageCache copies, BusLog log, GroupOutbox outbox, String nodeId) {
        ChatSeqs seqs = new ChatSeqs(mysql, databases);
        ChatMessages messages = new ChatMessages(mysql, databases);
        this.log = log;
        this.stores = new ChatStores(
                new ChatClaims(mysql, databases),
                seqs,
                new ChatSeqUsers(mysql, databases),
                messages,
                messages,
                new ChatChanges(mysql, databases, messages),
                new ChatConversations(mysql, databases),
                new ChatBurns(mysql, databases),
                new ChatDestruct(mysql, databases),
                new ChatChangeLog(mysql, databases),
                seqs);
        this.sends = new OutboxSendProducer(outbox, nodeId);
        // What has a number is stored, so nothing is ever too early to be marked.
        this.marker = new ReadMarker(messages, messages, copies, early -> Future.succeededFuture());
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
        return SendPath.OWNER;
    }

    @Override
    public Future<Void> mark(ReadMarks marks) {
        return marker.mark(marks.tenant(), List.of(marks));
    }

    @Override
    public List<VerticleBase> verticles(Role role, MeterRegistry metrics) {
        return List.of();
    }

    @Override
    public void watch(Health health) {
        // MySQL and Redis are looked after for all.
    }

    @Override
    public Future<List<String>> ready(StartGate gate) {
        return Future.succeededFuture(List.of());
    }

    @Override
    public Map<String, LongSupplier> requests() {
        return Map.of();
    }

    @Override
    public Future<Void> close() {
        return log.close();
    }
}

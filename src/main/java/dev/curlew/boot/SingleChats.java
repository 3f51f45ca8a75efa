package dev.curlew.boot;

import dev.curlew.api.send.SendPath;
import dev.curlew.config.CurlewConfig.Role;
import dev.curlew.ops.Health;
import dev.curlew.ops.StartGate;
import dev.curlew.protocol.ReadMarks;
import dev.curlew.store.MessageLog;
import dev.curlew.store.SendProducer;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The way single chats go and are kept ({@code store.single}), chosen once a node: all that differs between the two is behind this
 * (X-001).
 */
interface SingleChats {

    ChatStores stores();

    /** Between the roles of the cluster. */
    MessageLog log();

    /** Of what the server itself sends. */
    SendProducer sends();

    /** Of what clients send. */
    SendPath path();

    /** Marks messages as read. */
    Future<Void> mark(ReadMarks marks);

    /** What a role runs for single chats besides what it runs for all. */
    List<VerticleBase> verticles(Role role, MeterRegistry metrics);

    /** Has the stores looked after that only this way needs. */
    void watch(Health health);

    /** Waits for those stores; succeeds with what they could lose (rule 17). */
    Future<List<String>> ready(StartGate gate);

    /** Requests sent to each of them so far. */
    Map<String, LongSupplier> requests();

    Future<Void> close();
}

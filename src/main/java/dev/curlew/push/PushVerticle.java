package dev.curlew.push;

import dev.curlew.config.KafkaConfig;
import dev.curlew.config.PushConfig;
import dev.curlew.store.ConversationSettings;
import dev.curlew.store.PushTokens;
import dev.curlew.store.Receivers;
import dev.curlew.store.SessionDirectory;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.UnreadTotals;
import dev.curlew.store.group.MemberShards;
import dev.curlew.store.kafka.BatchConsumer;
import dev.curlew.store.kafka.Topics;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.vendor.VendorHttp;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.Set;
import java.util.function.Supplier;

/** Reads {@code toOfflinePushTopic} and {@code toGroupOfflinePushTopic} and reminds users who had no session. */
public final class PushVerticle extends VerticleBase {

    /** What it works with. */
    public record Parts(
            KafkaConfig kafka,
            PushConfig push,
            RedisCommands redis,
            RedisKeys keys,
            Lookups lookups,
            MeterRegistry metrics) {}

    /** Whom it asks about users and tenants. */
    public record Lookups(
            ConversationSettings settings,
            TenantDirectory tenants,
            PushTokens tokens,
            UnreadTotals totals,
            Members members) {}

    /** Whom it asks about members of groups. */
    public record Members(
            MemberShards shards, Receivers receivers, SessionDirectory sessions, Supplier<Set<String>> liveNodes) {}

    private final Parts parts;
    private BatchConsumer consumer;
    private BatchConsumer groupConsumer;
    private GroupReminder groups;

    public PushVerticle(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Future<?> start() {
        PushMeters meters = new PushMeters(parts.metrics());
        Lookups ask = parts.lookups();
        Selection selection = new Selection(ask.settings(), parts.redis(), parts.keys(), meters);
        Composer composer = new Composer(ask.tenants(), ask.tokens(), ask.totals());
        PushProvider provider = provider();
        BatchReminder reminder = new BatchReminder(selection, composer, provider, meters);
        consumer = BatchConsumer.started(vertx, parts.kafka(), Topics.TO_OFFLINE_PUSH, reminder::remind, () -> {});
        groups = groups(provider, composer, meters);
        groupConsumer = BatchConsumer.started(
                vertx,
                parts.kafka(),
                Topics.TO_GROUP_OFFLINE_PUSH,
                records -> groups.remind(Due.ofGroups(records)),
                () -> {});
        return Future.succeededFuture();
    }

    private GroupReminder groups(PushProvider provider, Composer composer, PushMeters meters) {
        Members ask = parts.lookups().members();
        PushConfig push = parts.push();
        return new GroupReminder(
                ask.shards(),
                new Away(ask.sessions(), ask.liveNodes(), parts.lookups().tokens(), provider.tokensOf()),
                ask.receivers(),
                composer,
                new GroupCalls.Tools(
                        provider,
                        new Marks(parts.redis(), parts.keys()),
                        new Pace(vertx, push.groupCallsPerSecond()),
                        meters),
                new Pace(vertx, push.groupMembersPerSecond()));
    }

    @Override
    public Future<?> stop() {
        groups.stop();
        return Future.join(consumer.stop(), groupConsumer.stop());
    }

    /** Made here, so that its connections end with this verticle. */
    private PushProvider provider() {
        PushConfig push = parts.push();
        return switch (push.provider()) {
            case LOG -> new LoggingProvider();
            case JPUSH -> new JPushProvider(push, http());
            case WEBHOOK -> new WebhookProvider(push, http());
        };
    }

    private VendorHttp http() {
        PushConfig push = parts.push();
        return new VendorHttp(
                vertx, new VendorHttp.Limits(push.timeoutMs(), push.tries(), push.retryMs(), push.concurrency()));
    }
}

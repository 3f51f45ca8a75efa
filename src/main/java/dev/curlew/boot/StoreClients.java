package dev.curlew.boot;

import dev.curlew.api.send.GroupOutbox;
import dev.curlew.config.CurlewConfig;
import dev.curlew.config.CurlewConfig.Role;
import dev.curlew.config.StoreConfig.Single;
import dev.curlew.store.CachedConversations;
import dev.curlew.store.EventProducer;
import dev.curlew.store.Heads;
import dev.curlew.store.Invalidation;
import dev.curlew.store.LogEventProducer;
import dev.curlew.store.LogReminderQueue;
import dev.curlew.store.ReminderQueue;
import dev.curlew.store.bus.BusLog;
import dev.curlew.store.change.Announcements;
import dev.curlew.store.change.Changes;
import dev.curlew.store.chat.BurnStore;
import dev.curlew.store.chat.ChangeLog;
import dev.curlew.store.chat.ClaimStore;
import dev.curlew.store.chat.ConversationStore;
import dev.curlew.store.chat.DestructStore;
import dev.curlew.store.chat.MessageStore;
import dev.curlew.store.chat.SeqStore;
import dev.curlew.store.chat.SeqUserStore;
import dev.curlew.store.kafka.Topics;
import dev.curlew.store.local.LocalRedis;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.LastSeenStore;
import dev.curlew.store.mysql.MessageTable;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.mysql.PushDeviceStore;
import dev.curlew.store.redis.ChangeCounters;
import dev.curlew.store.redis.ConversationCache;
import dev.curlew.store.redis.ConversationIdCache;
import dev.curlew.store.redis.GroupChannel;
import dev.curlew.store.redis.HotAccount;
import dev.curlew.store.redis.HotMessages;
import dev.curlew.store.redis.MessageCache;
import dev.curlew.store.redis.NotReceivingCache;
import dev.curlew.store.redis.NumberAllocator;
import dev.curlew.store.redis.OnlineIndex;
import dev.curlew.store.redis.Placements;
import dev.curlew.store.redis.PositionCache;
import dev.curlew.store.redis.PresenceStore;
import dev.curlew.store.redis.ReadPositions;
import dev.curlew.store.redis.RedisAccess;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.RedisLink;
import dev.curlew.store.redis.SetCache;
import dev.curlew.store.redis.TotalCache;
import dev.curlew.store.redis.UncountedCache;
import dev.curlew.store.redis.ValueCache;
import dev.curlew.store.relation.RelationSets;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The node's clients of its stores and what is read and written through them. Nothing connects before {@link #open}. */
final class StoreClients {

    final RedisAccess redis;
    final RedisKeys keys;
    final MysqlPool mysql;
    final Databases databases;
    final MessageTable messageTables;
    final GroupOutbox outbox;
    final SingleChats chats;

    final PresenceStore presence;
    final OnlineIndex online;
    final Optional<GroupChannel> groupChannel;
    final ChangeCounters changes;
    final MessageCache messageCache;
    final HotMessages hot;
    final HotAccount hotAccount;
    final PositionCache positionCache;
    final NumberAllocator numbers;
    final Placements placements;
    final UncountedCache uncounted;
    final ConversationIdCache conversationIds;
    final ReadPositions reads;

    final ClaimStore claims;
    final SeqStore seqs;
    final SeqUserStore seqUsers;
    final MessageStore messages;
    final ConversationStore conversations;
    final BurnStore burns;
    final DestructStore destruct;
    final ChangeLog changeLog;
    final CachedConversations conversationSettings;
    final Announcements announcements;
    final Changes conversationChanges;
    final Heads chatHeads;

    final LastSeenStore lastSeen;
    final PushDeviceStore pushDevices;
    final SetCache setCache;
    final Invalidation invalidation;
    final TotalCache totals;
    final RelationSets relations;
    final EventProducer events;
    final ReminderQueue reminders;

    /** @param nodes ids of the nodes that have a role now */
    StoreClients(Vertx vertx, CurlewConfig config, Function<Role, Set<String>> nodes) {
        keys = new RedisKeys(config.redis().keyPrefix());
        redis = config.redis().configured() ? new RedisLink(vertx, config.redis()) : new LocalRedis(vertx, keys);
        mysql = new MysqlPool(vertx, config.mysql());
        databases = new Databases(config.mysql().databasePrefix());
        messageTables = new MessageTable(databases, config.mysql().groupTables());
        outbox = new GroupOutbox(
                vertx.eventBus(),
                () -> nodes.apply(Role.SEQUENCER),
                config.send().ackTimeoutMs(),
                config.send().maxPending(),
                System::currentTimeMillis);

        presence = new PresenceStore(redis, keys, config.presence().ttlMs());
        online = new OnlineIndex(redis, keys, config.presence().ttlMs());
        groupChannel = groupChannel(vertx, config);
        changes = new ChangeCounters(redis, keys);
        messageCache = new MessageCache(redis, keys);
        hot = new HotMessages(redis, keys, config.redis());
        hotAccount = new HotAccount(redis, keys, config.redis());
        positionCache = new PositionCache(redis, keys);
        numbers = new NumberAllocator(redis, keys);
        placements = new Placements(redis, keys, changes);
        uncounted = new UncountedCache(redis, keys);
        conversationIds = new ConversationIdCache(redis, keys);
        reads = new ReadPositions(redis, keys);

        totals = new TotalCache(
                redis, keys, changes, new ValueCache(redis, config.redis().cacheTtlSeconds()));
        chats = config.store().single() == Single.MONGO
                ? new MongoChats(
                        vertx, config, new CopyParts(redis, numbers, placements, messageCache, conversationIds, totals))
                : new MysqlChats(
                        mysql,
                        databases,
                        messageCache,
                        new BusLog(vertx, config.node().id(), topic -> nodes.apply(reader(topic))),
                        outbox,
                        config.node().id());
        ChatStores kept = chats.stores();
        claims = kept.claims();
        seqs = kept.seqs();
        seqUsers = kept.users();
        messages = kept.messages();
        conversations = kept.conversations();
        burns = kept.burns();
        destruct = kept.destruct();
        changeLog = kept.changeLog();
        chatHeads = kept.heads();

        lastSeen = new LastSeenStore(mysql, databases);
        pushDevices = new PushDeviceStore(mysql, databases);
        long cacheTtl = config.redis().cacheTtlSeconds();
        setCache = new SetCache(redis, cacheTtl);
        invalidation = new Invalidation(vertx, redis, cacheTtl);
        relations = new RelationSets(keys, setCache, invalidation, mysql, databases);
        events = new LogEventProducer(chats.log());
        reminders = new LogReminderQueue(chats.log());

        conversationSettings = new CachedConversations(
                new ConversationCache(redis, keys),
                new NotReceivingCache(redis, keys::notReceiving),
                new NotReceivingCache(redis, keys::notReminded),
                conversations);
        announcements = new Announcements(changes, events);
        Changes.Stores acted = new Changes.Stores(
                kept.changes(), messages, claims, seqUsers, conversations, conversationSettings, uncounted);
        conversationChanges = new Changes(changeLog, acted, announcements);
    }

    private Optional<GroupChannel> groupChannel(Vertx vertx, CurlewConfig config) {
        return config.fanout().throughRedis()
                ? Optional.of(new GroupChannel(vertx, config.redis(), redis, keys))
                : Optional.empty();
    }

    Future<Void> close() {
        Future<Void> channel = groupChannel.map(GroupChannel::close).orElseGet(Future::succeededFuture);
        return Future.join(chats.close(), channel, redis.close(), mysql.close()).mapEmpty();
    }

    private static Role reader(String topic) {
        return topic.equals(Topics.TO_PUSH) ? Role.FANOUT : Role.PUSH;
    }
}

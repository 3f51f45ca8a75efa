package dev.curlew.boot;

import dev.curlew.config.CurlewConfig;
import dev.curlew.store.CachedConversations;
import dev.curlew.store.Invalidation;
import dev.curlew.store.change.Announcements;
import dev.curlew.store.change.Changes;
import dev.curlew.store.kafka.KafkaEventProducer;
import dev.curlew.store.kafka.KafkaProbe;
import dev.curlew.store.kafka.KafkaReminderQueue;
import dev.curlew.store.kafka.KafkaSendProducer;
import dev.curlew.store.kafka.KafkaWriter;
import dev.curlew.store.mongo.BurnStore;
import dev.curlew.store.mongo.ChangeLog;
import dev.curlew.store.mongo.ClaimStore;
import dev.curlew.store.mongo.ConversationStore;
import dev.curlew.store.mongo.DestructStore;
import dev.curlew.store.mongo.DurableHeads;
import dev.curlew.store.mongo.MessageChanges;
import dev.curlew.store.mongo.MessageMarks;
import dev.curlew.store.mongo.MessageStore;
import dev.curlew.store.mongo.MongoLink;
import dev.curlew.store.mongo.MongoSchema;
import dev.curlew.store.mongo.SeqStore;
import dev.curlew.store.mongo.SeqUserStore;
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
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.RedisLink;
import dev.curlew.store.redis.SetCache;
import dev.curlew.store.redis.TotalCache;
import dev.curlew.store.redis.UncountedCache;
import dev.curlew.store.redis.ValueCache;
import dev.curlew.store.relation.RelationSets;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;

/** The node's clients of the four stores and what is read and written through them. Nothing connects before {@link #open}. */
final class StoreClients {

    final RedisLink redis;
    final RedisKeys keys;
    final MysqlPool mysql;
    final Databases databases;
    final MessageTable messageTables;
    final MongoLink mongo;
    final KafkaWriter kafka;
    final KafkaProbe kafkaProbe;

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
    final MessageMarks marks;
    final ConversationStore conversations;
    final BurnStore burns;
    final DestructStore destruct;
    final ChangeLog changeLog;
    final CachedConversations conversationSettings;
    final Announcements announcements;
    final Changes conversationChanges;
    final DurableHeads durableHeads;

    final LastSeenStore lastSeen;
    final PushDeviceStore pushDevices;
    final SetCache setCache;
    final Invalidation invalidation;
    final TotalCache totals;
    final RelationSets relations;
    final KafkaSendProducer sends;
    final KafkaEventProducer events;
    final KafkaReminderQueue reminders;

    StoreClients(Vertx vertx, CurlewConfig config) {
        redis = new RedisLink(vertx, config.redis());
        keys = new RedisKeys(config.redis().keyPrefix());
        mysql = new MysqlPool(vertx, config.mysql());
        databases = new Databases(config.mysql().databasePrefix());
        messageTables = new MessageTable(databases, config.mysql().groupTables());
        mongo = new MongoLink(vertx, config.mongo());
        kafka = new KafkaWriter(vertx, config.kafka(), config.send().produceTimeoutMs());
        kafkaProbe = new KafkaProbe(vertx, config.kafka());

        presence = new PresenceStore(redis, keys, config.presence().ttlMs());
        online = new OnlineIndex(redis, keys, config.presence().ttlMs());
        groupChannel = config.fanout().throughRedis()
                ? Optional.of(new GroupChannel(vertx, config.redis(), redis, keys))
                : Optional.empty();
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

        MongoSchema schema = new MongoSchema(mongo);
        claims = new ClaimStore(mongo, schema);
        seqs = new SeqStore(mongo, schema);
        seqUsers = new SeqUserStore(mongo, schema);
        messages = new MessageStore(mongo, schema);
        marks = new MessageMarks(mongo, schema);
        conversations = new ConversationStore(mongo, schema);
        burns = new BurnStore(mongo, schema);
        destruct = new DestructStore(mongo, schema);
        changeLog = new ChangeLog(mongo, schema);
        durableHeads = new DurableHeads(claims, seqs);

        lastSeen = new LastSeenStore(mysql, databases);
        pushDevices = new PushDeviceStore(mysql, databases);
        long cacheTtl = config.redis().cacheTtlSeconds();
        setCache = new SetCache(redis, cacheTtl);
        invalidation = new Invalidation(vertx, redis, cacheTtl);
        totals = new TotalCache(redis, keys, changes, new ValueCache(redis, cacheTtl));
        relations = new RelationSets(keys, setCache, invalidation, mysql, databases);
        sends = new KafkaSendProducer(kafka);
        events = new KafkaEventProducer(kafka);
        reminders = new KafkaReminderQueue(kafka);

        conversationSettings = new CachedConversations(
                new ConversationCache(redis, keys),
                new NotReceivingCache(redis, keys::notReceiving),
                new NotReceivingCache(redis, keys::notReminded),
                conversations);
        announcements = new Announcements(changes, events);
        Changes.Stores acted = new Changes.Stores(
                new MessageChanges(mongo, schema, messages),
                claims,
                seqUsers,
                conversations,
                conversationSettings,
                uncounted);
        conversationChanges = new Changes(changeLog, acted, announcements);
    }

    Future<Void> close() {
        Future<Void> channel = groupChannel.map(GroupChannel::close).orElseGet(Future::succeededFuture);
        return Future.join(List.of(
                        kafka.close(), channel, redis.close(), mysql.close(), mongo.close(), kafkaProbe.close()))
                .mapEmpty();
    }
}

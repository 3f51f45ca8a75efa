package dev.curlew.group;

import dev.curlew.config.CurlewConfig;
import dev.curlew.domain.GroupId;
import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.Invalidation;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.group.MutedMembers;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.GroupReads;
import dev.curlew.store.mysql.GroupSetSource;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.redis.MutedCache;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.RedisLink;
import dev.curlew.store.redis.SetCache;
import dev.curlew.store.redis.ValueCache;
import io.vertx.core.Vertx;
import java.util.OptionalLong;

/** The reading half of a node, beside the cluster's, with a count of what it asks MySQL. Blocks. */
final class GroupNode implements AutoCloseable {

    final GroupReader reader;
    private final MutedMembers muted;
    private final Vertx vertx = Vertx.vertx();
    private final MysqlPool mysql;
    private final RedisLink redis;

    GroupNode(CurlewConfig config) {
        mysql = new MysqlPool(vertx, config.mysql());
        redis = new RedisLink(vertx, config.redis());
        redis.open();
        RedisKeys keys = new RedisKeys(config.redis().keyPrefix());
        Databases databases = new Databases(config.mysql().databasePrefix());
        long ttl = config.redis().cacheTtlSeconds();
        Invalidation invalidation = new Invalidation(vertx, redis, ttl);
        SetCache sets = new SetCache(redis, ttl);
        GroupReads reads = new GroupReads(mysql, databases);
        CacheAsideSets members =
                new CacheAsideSets(keys::groupMembers, sets, invalidation, GroupSetSource.members(mysql, databases));
        CacheAsideSets admins =
                new CacheAsideSets(keys::groupAdmins, sets, invalidation, GroupSetSource.admins(mysql, databases));
        reader = new GroupReader(reads, keys, new ValueCache(redis, ttl), invalidation, members, admins);
        muted = new MutedMembers(reads, keys, new MutedCache(redis, ttl), invalidation);
    }

    OptionalLong mutedUntil(String topic, long uid) {
        return GroupWorld.await(muted.until(GroupWorld.TENANT, id(topic), uid));
    }

    /** Statements sent by this node while it runs. */
    long statements(Runnable work) {
        long before = mysql.requests();
        work.run();
        return mysql.requests() - before;
    }

    static GroupId id(String topic) {
        return GroupId.ofTopic(topic).orElseThrow();
    }

    @Override
    public void close() {
        GroupWorld.await(redis.close());
        GroupWorld.await(mysql.close());
        GroupWorld.await(vertx.close());
    }
}

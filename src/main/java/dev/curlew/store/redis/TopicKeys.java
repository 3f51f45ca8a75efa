package dev.curlew.store.redis;

/** The part of {@link RedisKeys} about groups that work through all of their members; how a tenant's keys begin. */
public abstract class TopicKeys {

    private final String prefix;

    TopicKeys(String prefix) {
        this.prefix = prefix;
    }

    /** Set of some of a group's members; a minute longer than the cache TTL. */
    public final String shard(String tenant, String topic, int number) {
        return online(tenant, topic) + "shard:" + number + ":members";
    }

    /** What a group's shards are worth, and how many there are; cache TTL. */
    public final String shards(String tenant, String topic) {
        return online(tenant, topic) + "shards";
    }

    /** What all keys of a group begin with that lie in its slot. */
    final String online(String tenant, String topic) {
        return base(tenant) + "topic:{" + topic + "}:";
    }

    final String base(String tenant) {
        return prefix + ":" + tenant + ":";
    }

    final String prefix() {
        return prefix;
    }
}

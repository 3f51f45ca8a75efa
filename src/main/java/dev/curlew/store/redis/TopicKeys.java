package dev.curlew.store.redis;

/** The part of {@link RedisKeys} about groups that work through all of their members or through those who are online; how a tenant's keys begin. */
public abstract class TopicKeys {

    /** What follows the node in {@link #onlineMembers(String, String, String)}. */
    public static final String ONLINE_MEMBERS_END = ":online_members";

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

    /** Set of the members of a group that are online and attached; presence TTL. In one slot with what is beside it. */
    public final String onlineMembers(String tenant, String topic) {
        return online(tenant, topic) + "online_members";
    }

    /** Sorted set of the nodes that hold members of a group, by when each has to have said so again; presence TTL. */
    public final String onlineNodes(String tenant, String topic) {
        return online(tenant, topic) + "nodes";
    }

    /** Set of the members a node holds; presence TTL. */
    public final String onlineMembers(String tenant, String topic, String nodeId) {
        return onlineMembersFrom(tenant, topic) + nodeId + ONLINE_MEMBERS_END;
    }

    /** What precedes the node in {@link #onlineMembers(String, String, String)}. */
    public final String onlineMembersFrom(String tenant, String topic) {
        return online(tenant, topic) + "node:";
    }

    /** The Pub/Sub channel for events of groups; the tenant is named in each record. */
    public final String groupFanout() {
        return base("0") + "group_fanout";
    }

    /** The Pub/Sub channel by which a node hears that it still hears. */
    public final String groupFanoutBeat() {
        return base("0") + "group_fanout_beat";
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

package dev.curlew.protocol;

/**
 * The addresses of the clustered bus: a handful per node, never one per user, session or group, since every clustered
 * consumer is an entry on every node.
 */
public final class BusAddresses {

    /** Publish: configuration or a revocation changed, go and look. */
    public static final String ALL_CONTROL = "im.all.ctl";

    private BusAddresses() {}

    /** Live deliveries for the sockets of a node. */
    public static String deliveries(String nodeId) {
        return "im.node." + nodeId;
    }

    /** Request and reply: kick a session, settle pending sends. */
    public static String control(String nodeId) {
        return "im.node." + nodeId + ".ctl";
    }

    /** Request and reply: sends to the groups that this node's sequencer owns. */
    public static String commands(String nodeId) {
        return "im.node." + nodeId + ".cmd";
    }

    /** Request and reply: records that this node reads, where there is no Kafka. */
    public static String handovers(String nodeId) {
        return "im.node." + nodeId + ".log";
    }

    /** Request and reply: does this node reach the store of that name. */
    public static String health(String nodeId) {
        return "im.node." + nodeId + ".health";
    }
}

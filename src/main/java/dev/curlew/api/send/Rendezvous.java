package dev.curlew.api.send;

import java.util.Collection;

/** Names the owner of a topic among nodes: all who know the same nodes name the same one, and a node that goes moves only its own topics. */
final class Rendezvous {

    private Rendezvous() {}

    /** The node whose digest together with the topic is the highest; null when there is none. */
    static String owner(Collection<String> nodes, String topic) {
        return nodes.stream()
                .max((a, b) -> Long.compareUnsigned(weight(a, topic), weight(b, topic)))
                .orElse(null);
    }

    /** FNV-1a, and its bits mixed: the last characters alone would hardly reach the highest ones. */
    private static long weight(String node, String topic) {
        String text = node + '\n' + topic;
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 32)) * 0xd6e8feb86659fd93L;
        return hash ^ (hash >>> 32);
    }
}

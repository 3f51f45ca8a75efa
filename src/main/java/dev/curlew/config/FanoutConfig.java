package dev.curlew.config;

import jakarta.validation.constraints.NotNull;

/** How events of groups come from one node to the others; the same on every node. */
public record FanoutConfig(@NotNull Transport transport) {

    /** {@code bus}: to the nodes that hold members, and no other. {@code redis}: one record for all nodes on a Pub/Sub channel. */
    public enum Transport {
        BUS,
        REDIS
    }

    public boolean throughRedis() {
        return transport == Transport.REDIS;
    }
}

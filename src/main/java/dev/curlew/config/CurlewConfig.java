package dev.curlew.config;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.Set;

/** Everything a node is told at start: one YAML file, overridden by environment and command line, checked as a whole. */
public record CurlewConfig(
        @NotNull Profile profile,
        @NotNull Durability durability,
        @NotEmpty Set<Role> roles,
        @Valid @NotNull NodeConfig node,
        @Valid @NotNull ClusterConfig cluster,
        @Valid @NotNull HttpConfig http,
        @Valid @NotNull SocketConfig socket,
        @Valid @NotNull SendConfig send,
        @Valid @NotNull FanoutConfig fanout,
        @Valid @NotNull AuthConfig auth,
        @Valid @NotNull TenantConfig tenant,
        @Valid @NotNull ControlConfig config,
        @Valid @NotNull PresenceConfig presence,
        @Valid @NotNull HousekeepingConfig housekeeping,
        @Valid @NotNull StoreConfig store,
        @Valid @NotNull RedisConfig redis,
        @Valid @NotNull MysqlConfig mysql,
        @Valid @NotNull GroupConfig group,
        @Valid @NotNull MongoConfig mongo,
        @Valid @NotNull KafkaConfig kafka,
        @Valid @NotNull PushConfig push,
        @Valid @NotNull SmsConfig sms,
        @Valid @NotNull LogConfig log) {

    /** {@code development} allows default secrets and demo accounts; {@code production} refuses them. */
    public enum Profile {
        DEVELOPMENT,
        PRODUCTION
    }

    /** {@code strict} refuses stores that could lose an acknowledged write; {@code relaxed} starts and says so. */
    public enum Durability {
        STRICT,
        RELAXED
    }

    /** What a node runs. */
    public enum Role {
        GATEWAY,
        SEQUENCER,
        PERSISTENCE,
        FANOUT,
        PUSH
    }

    public boolean hasRole(Role role) {
        return roles.contains(role);
    }

    public boolean production() {
        return profile == Profile.PRODUCTION;
    }
}

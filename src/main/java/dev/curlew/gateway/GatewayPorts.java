package dev.curlew.gateway;

import dev.curlew.api.auth.ReplacedLogins;
import dev.curlew.api.auth.TokenGuard;
import dev.curlew.api.group.Speech;
import dev.curlew.api.relation.Contacts;
import dev.curlew.api.send.GroupOutbox;
import dev.curlew.api.send.GroupPlanner;
import dev.curlew.api.send.SendPath;
import dev.curlew.domain.GroupId;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.protocol.Operation;
import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.ChangeFeed;
import dev.curlew.store.Claims;
import dev.curlew.store.ConversationIndex;
import dev.curlew.store.GroupKey;
import dev.curlew.store.Heads;
import dev.curlew.store.LastSeen;
import dev.curlew.store.PresenceDirectory;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import dev.curlew.store.Receivers;
import dev.curlew.store.SendProducer;
import dev.curlew.store.Standings;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.redis.GroupChannel;
import dev.curlew.store.redis.OnlineIndex;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * What a gateway is given.
 *
 * @param contacts what users may do to each other
 * @param groups whether a send to a group may be
 * @param outbox takes sends to the sequencers that own their conversations
 * @param path how messages that are for no group get their place
 * @param speech who may speak in groups
 * @param online which nodes hold members of groups
 * @param channel over which other nodes tell of groups; empty: they do it over the bus
 * @param groupsOf the groups of each user
 * @param groupEnded whether a group was dissolved
 * @param groupHeads heads of the conversations in {@code watched}
 * @param watched the conversations of a group whose heads are compared each heartbeat (rule 11)
 * @param policies the login policy of a tenant, as it is now
 * @param replacedLogins keeps replaced logins out
 * @param canLook whether this node still reads revocations (rule 15)
 * @param operations those the gateway does not bring itself
 */
public record GatewayPorts(
        TokenGuard guard,
        UserDirectory users,
        Claims claims,
        Contacts contacts,
        GroupPlanner groups,
        Speech speech,
        GroupOutbox outbox,
        SendPath path,
        Standings standings,
        ConversationIndex conversations,
        Receivers receivers,
        SendProducer producer,
        PresenceDirectory presence,
        ChangeFeed changes,
        OnlineIndex online,
        Optional<GroupChannel> channel,
        CacheAsideSets groupsOf,
        Function<GroupKey, Future<Boolean>> groupEnded,
        Heads groupHeads,
        List<Function<GroupId, String>> watched,
        LastSeen lastSeen,
        Function<String, Future<LoginPolicy>> policies,
        ReplacedLogins replacedLogins,
        BooleanSupplier canLook,
        List<Operation> operations,
        MeterRegistry meters,
        TenantTraffic traffic) {}

package dev.curlew.api.op;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.relation.Contacts;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Operation;
import dev.curlew.store.LastSeen;
import dev.curlew.store.Presence;
import dev.curlew.store.PresenceDirectory;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * {@code presence}: who is online, asked of Redis, and, on a socket, told of changes until the session ends. Redis
 * forgets who has been away for long; when they were last seen is then read from MySQL.
 */
public final class PresenceOperation implements Operation {

    private static final int MOST = 200;

    private final PresenceDirectory presence;
    private final LastSeen lastSeen;
    private final Subscriptions subscriptions;
    private final Contacts contacts;

    /** Where a session's wish to be told of changes is kept. */
    public interface Subscriptions {

        /** @param known what the session has been told of each uid */
        void subscribe(Caller caller, Map<Long, Presence> known);
    }

    public PresenceOperation(
            PresenceDirectory presence, LastSeen lastSeen, Subscriptions subscriptions, Contacts contacts) {
        this.presence = presence;
        this.lastSeen = lastSeen;
        this.subscriptions = subscriptions;
        this.contacts = contacts;
    }

    /** One user of the reply; times are null when not known. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record UserPresence(long uid, String state, Long lastActiveAt, Long lastSeenAt, List<Integer> devices) {

        public static UserPresence of(long uid, Presence presence) {
            return new UserPresence(
                    uid,
                    presence.state().name().toLowerCase(Locale.ROOT),
                    known(presence.lastActiveAt()),
                    known(presence.lastSeenAt()),
                    presence.devices());
        }

        private static Long known(long time) {
            return time > 0 ? time : null;
        }
    }

    /** The reply's data. */
    public record Reply(List<UserPresence> users) {}

    @Override
    public String name() {
        return "presence";
    }

    @Override
    public Future<?> run(Caller caller, ObjectNode data) {
        List<Long> uids = Fields.numbers(data, "uids", MOST).stream().distinct().toList();
        if (uids.isEmpty()) {
            throw ApiException.invalid("uids is missing or empty.");
        }
        boolean subscribe = Fields.flag(data, "subscribe", false);
        return contacts.visible(caller.tenant(), caller.uid(), uids)
                .compose(visible -> known(caller.tenant(), uids, visible))
                .map(found -> {
                    if (subscribe && caller.sessionId() != null) {
                        subscriptions.subscribe(caller, found);
                    }
                    return new Reply(uids.stream()
                            .map(uid -> UserPresence.of(uid, found.get(uid)))
                            .toList());
                });
    }

    /** Who hides is unknown, like who could not be asked about. */
    private Future<Map<Long, Presence>> known(String tenant, List<Long> uids, Set<Long> visible) {
        return presence.find(tenant, visible)
                .compose(found -> remembered(tenant, found))
                .map(found -> {
                    Map<Long, Presence> all = new HashMap<>(found);
                    uids.forEach(uid -> all.putIfAbsent(uid, Presence.UNKNOWN));
                    return all;
                });
    }

    /** One query for all that Redis does not know; without MySQL they are offline since an unknown time. */
    private Future<Map<Long, Presence>> remembered(String tenant, Map<Long, Presence> found) {
        List<Long> forgotten = found.entrySet().stream()
                .filter(entry -> entry.getValue().state() == Presence.State.OFFLINE
                        && entry.getValue().lastSeenAt() == 0)
                .map(Map.Entry::getKey)
                .toList();
        if (forgotten.isEmpty()) {
            return Future.succeededFuture(found);
        }
        return lastSeen.read(tenant, forgotten)
                .map(times -> {
                    Map<Long, Presence> all = new HashMap<>(found);
                    times.forEach((uid, ms) -> all.computeIfPresent(uid, (key, presence) -> presence.seen(ms)));
                    return all;
                })
                .otherwise(found);
    }
}

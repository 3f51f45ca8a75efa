package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Operation;
import dev.curlew.store.Presence;
import dev.curlew.store.PresenceDirectory;
import io.vertx.core.Future;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code presence}: who is online, asked of Redis, and, on a socket, told of changes until the session ends. */
public final class PresenceOperation implements Operation {

    private static final int MOST = 200;

    private final PresenceDirectory presence;
    private final Subscriptions subscriptions;

    /** Where a session's wish to be told of changes is kept. */
    public interface Subscriptions {

        /** @param known what the session has been told of each uid */
        void subscribe(Caller caller, Map<Long, Presence> known);
    }

    public PresenceOperation(PresenceDirectory presence, Subscriptions subscriptions) {
        this.presence = presence;
        this.subscriptions = subscriptions;
    }

    /** One user of the reply; times are null when not known. */
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
        return presence.find(caller.tenant(), uids).map(found -> {
            if (subscribe && caller.sessionId() != null) {
                subscriptions.subscribe(caller, found);
            }
            return new Reply(uids.stream()
                    .map(uid -> UserPresence.of(uid, found.get(uid)))
                    .toList());
        });
    }
}

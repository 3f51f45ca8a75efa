package dev.curlew.store;

import dev.curlew.store.TenantDirectory.Tenant;
import io.vertx.core.Future;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Who is online and where: the shared truth about sessions, with a life that ends by itself. */
public interface PresenceDirectory extends SessionDirectory {

    /**
     * Writes a session after its login; answers the older sessions it replaces. One after the other for each user: the
     * last one written is the newest login. Fails with 40102 when the session's token is that of a replaced login.
     */
    Future<List<Live>> online(Entry entry, LoginPolicy policy);

    /**
     * Refreshes sessions in one pipeline; writes again whatever Redis has lost. Answers those that were replaced meanwhile and
     * are therefore not written.
     */
    Future<List<Replaced>> touch(List<Entry> entries);

    /**
     * Ends a session; answers how many the user has left.
     *
     * @param lastOnNode true when the user has no other session on this node
     */
    Future<Integer> offline(Entry entry, boolean lastOnNode);

    /** Removes whatever a node left behind; the node itself must have no live session there. */
    Future<Void> clearNode(String tenant, String nodeId);

    /** The live sessions of a user with the tokens they logged in with; fails when Redis cannot be asked. */
    Future<List<Live>> live(String tenant, long uid);

    /** Never fails: what could not be asked is unknown. */
    Future<Map<Long, Presence>> find(String tenant, Collection<Long> uids);

    /** Never fails: what could not be asked is unknown. */
    default Future<Presence> get(String tenant, long uid) {
        return find(tenant, List.of(uid)).map(found -> found.get(uid));
    }

    /**
     * A session and the login behind it.
     *
     * @param tokenId the id of the token it holds now
     * @param lastActiveAt last packet, milliseconds
     */
    record Live(SessionRef session, String tokenId, long lastActiveAt) {}

    /**
     * A session that is no more.
     *
     * @param tokenToo whether the login itself was replaced and not just this socket of it
     */
    record Replaced(String sessionId, boolean tokenToo) {}

    /** A session as Redis is told of it. */
    record Entry(UserKey user, Live live, String ua) {

        public SessionRef session() {
            return live.session();
        }
    }

    /** Which older sessions of the user a login ends; the same platform and given device always does. */
    enum LoginPolicy {
        ALL,
        PER_CLASS,
        ONE;

        /** The tenant setting that names it. */
        public static final String SETTING = "login_policy";

        /** As the setting has it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Empty when there is none of that name. */
        public static Optional<LoginPolicy> named(String code) {
            return Arrays.stream(values())
                    .filter(policy -> policy.code().equals(code))
                    .findFirst();
        }

        /** What a tenant asks for. */
        public static LoginPolicy of(Tenant tenant) {
            return named(tenant.text(SETTING, "")).orElse(ALL);
        }
    }
}

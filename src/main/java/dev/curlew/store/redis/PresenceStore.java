package dev.curlew.store.redis;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.Presence;
import dev.curlew.store.PresenceDirectory;
import dev.curlew.store.SessionDirectory.SessionRef;
import dev.curlew.store.UserKey;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Presence in Redis (document T 5.1). A user has a summary hash and a hash of sessions in one slot; a node has a set of its
 * users. Each session carries its own end, so a dead node's sessions end although another keeps the key alive.
 */
public final class PresenceStore implements PresenceDirectory {

    private static final Logger log = LoggerFactory.getLogger(PresenceStore.class);
    private static final int CLEAN_CHUNK = 500;
    private static final long LEAST_REPLACED_MS = 60_000;

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final String ttl;
    private final String replacedTtl;
    private final Script onlineScript = Script.load("presence_online");
    private final Script touchScript = Script.load("presence_touch");
    private final Script offlineScript = Script.load("presence_offline");

    public PresenceStore(RedisCommands redis, RedisKeys keys, long ttlMs) {
        this.redis = redis;
        this.keys = keys;
        this.ttl = Long.toString(ttlMs);
        // Every node asserts its sessions several times in this span, and so learns of those that were replaced.
        this.replacedTtl = Long.toString(Math.max(2 * ttlMs, LEAST_REPLACED_MS));
    }

    @Override
    public Future<List<Live>> online(Entry entry, LoginPolicy policy) {
        UserKey user = entry.user();
        SessionRef session = entry.session();
        Request script = redis.script(
                onlineScript,
                sessionKeys(user),
                List.of(
                        session.sessionId(),
                        session.nodeId(),
                        ttl,
                        Integer.toString(session.platform()),
                        session.deviceId(),
                        entry.ua(),
                        Long.toString(entry.live().lastActiveAt()),
                        policy.name(),
                        entry.live().tokenId(),
                        replacedTtl));
        return redis.send(script).compose(pairs -> {
            if (pairs == null) {
                return Future.failedFuture(
                        new ApiException(ErrorCode.TOKEN_REVOKED, "A newer login has replaced this one."));
            }
            List<Live> replaced = new ArrayList<>();
            for (int i = 0; i + 1 < pairs.size(); i += 2) {
                PresenceValue value = PresenceValue.parse(pairs.get(i + 1).toString());
                replaced.add(value.live(pairs.get(i).toString()));
            }
            return redis.send(addToNode(user, session.nodeId())).map(replaced);
        });
    }

    @Override
    public Future<List<Replaced>> touch(List<Entry> entries) {
        Map<UserKey, List<Entry>> byUser = new LinkedHashMap<>();
        for (Entry entry : entries) {
            byUser.computeIfAbsent(entry.user(), user -> new ArrayList<>()).add(entry);
        }
        List<Request> requests = new ArrayList<>(byUser.size() * 2);
        byUser.forEach((user, mine) -> {
            requests.add(touchOf(user, mine));
            requests.add(addToNode(user, mine.get(0).session().nodeId()));
        });
        return redis.batch(requests).map(responses -> {
            List<Replaced> replaced = new ArrayList<>();
            for (int i = 0; i < responses.size(); i += 2) {
                Response pairs = responses.get(i);
                for (int j = 0; j + 1 < pairs.size(); j += 2) {
                    replaced.add(new Replaced(
                            pairs.get(j).toString(), pairs.get(j + 1).toString().equals("1")));
                }
            }
            return replaced;
        });
    }

    private Request touchOf(UserKey user, List<Entry> mine) {
        Entry newest = mine.get(0);
        for (Entry entry : mine) {
            newest = entry.live().lastActiveAt() > newest.live().lastActiveAt() ? entry : newest;
        }
        List<String> arguments = new ArrayList<>(List.of(
                newest.session().nodeId(), ttl, Long.toString(newest.live().lastActiveAt()), newest.ua()));
        for (Entry entry : mine) {
            arguments.add(entry.session().sessionId());
            arguments.add(Integer.toString(entry.session().platform()));
            arguments.add(entry.live().tokenId());
            arguments.add(Long.toString(entry.live().lastActiveAt()));
            arguments.add(entry.session().deviceId());
        }
        return redis.script(touchScript, sessionKeys(user), arguments);
    }

    @Override
    public Future<Integer> offline(Entry entry, boolean lastOnNode) {
        UserKey user = entry.user();
        List<Request> requests = new ArrayList<>();
        requests.add(end(user, "session", entry.session().sessionId()));
        if (lastOnNode) {
            requests.add(removeFromNode(user.tenant(), entry.session().nodeId(), Long.toString(user.uid())));
        }
        return redis.batch(requests).map(responses -> responses.get(0).toInteger());
    }

    @Override
    public Future<Void> clearNode(String tenant, String nodeId) {
        String key = keys.presenceNode(tenant, nodeId);
        return redis.send(Request.cmd(Command.SRANDMEMBER).arg(key).arg(CLEAN_CHUNK))
                .compose(uids -> {
                    if (uids == null || uids.size() == 0) {
                        return Future.succeededFuture();
                    }
                    List<Request> requests = new ArrayList<>();
                    for (Response uid : uids) {
                        requests.add(end(new UserKey(tenant, uid.toLong()), "node", nodeId));
                        requests.add(removeFromNode(tenant, nodeId, uid.toString()));
                    }
                    return redis.batch(requests).compose(done -> clearNode(tenant, nodeId));
                });
    }

    @Override
    public Future<Map<Long, List<SessionRef>>> sessions(String tenant, Collection<Long> uids) {
        List<Long> wanted = List.copyOf(uids);
        List<Request> requests = new ArrayList<>(wanted.size());
        for (long uid : wanted) {
            requests.add(Request.cmd(Command.HGETALL).arg(keys.presenceSessions(tenant, uid)));
        }
        if (requests.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return redis.batch(requests).map(responses -> {
            Map<Long, List<SessionRef>> found = new HashMap<>();
            for (int i = 0; i < wanted.size(); i++) {
                List<Live> live = PresenceValue.live(responses.get(i), System.currentTimeMillis());
                if (!live.isEmpty()) {
                    found.put(wanted.get(i), live.stream().map(Live::session).toList());
                }
            }
            return found;
        });
    }

    @Override
    public Future<List<Live>> live(String tenant, long uid) {
        return redis.send(Request.cmd(Command.HGETALL).arg(keys.presenceSessions(tenant, uid)))
                .map(hash -> PresenceValue.live(hash, System.currentTimeMillis()));
    }

    @Override
    public Future<Map<Long, Presence>> find(String tenant, Collection<Long> uids) {
        List<Long> wanted = List.copyOf(uids);
        List<Request> requests = new ArrayList<>(wanted.size() * 2);
        for (long uid : wanted) {
            requests.add(Request.cmd(Command.HGETALL).arg(keys.presence(tenant, uid)));
            requests.add(Request.cmd(Command.HGETALL).arg(keys.presenceSessions(tenant, uid)));
        }
        if (requests.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return redis.batch(requests)
                .map(responses -> {
                    Map<Long, Presence> found = new HashMap<>();
                    for (int i = 0; i < wanted.size(); i++) {
                        found.put(
                                wanted.get(i),
                                PresenceValue.presence(
                                        responses.get(2 * i), responses.get(2 * i + 1), System.currentTimeMillis()));
                    }
                    return found;
                })
                .recover(failure -> {
                    log.warn("Presence could not be read, tenant {}: {}", tenant, failure.getMessage());
                    Map<Long, Presence> unknown = new HashMap<>();
                    wanted.forEach(uid -> unknown.put(uid, Presence.UNKNOWN));
                    return Future.succeededFuture(unknown);
                });
    }

    private Request end(UserKey user, String what, String which) {
        return redis.script(
                offlineScript, userKeys(user), List.of(ttl, what, which, Long.toString(System.currentTimeMillis())));
    }

    private Request addToNode(UserKey user, String nodeId) {
        return Request.cmd(Command.SADD)
                .arg(keys.presenceNode(user.tenant(), nodeId))
                .arg(user.uid());
    }

    private Request removeFromNode(String tenant, String nodeId, String uid) {
        return Request.cmd(Command.SREM).arg(keys.presenceNode(tenant, nodeId)).arg(uid);
    }

    private List<String> sessionKeys(UserKey user) {
        return List.of(
                keys.presence(user.tenant(), user.uid()),
                keys.presenceSessions(user.tenant(), user.uid()),
                keys.presenceReplaced(user.tenant(), user.uid()));
    }

    private List<String> userKeys(UserKey user) {
        return List.of(keys.presence(user.tenant(), user.uid()), keys.presenceSessions(user.tenant(), user.uid()));
    }
}

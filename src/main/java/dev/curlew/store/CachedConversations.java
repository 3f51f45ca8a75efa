package dev.curlew.store;

import dev.curlew.domain.GroupId;
import dev.curlew.store.mongo.ConversationStore;
import dev.curlew.store.mongo.ConversationStore.Owned;
import dev.curlew.store.redis.ConversationCache;
import dev.curlew.store.redis.ConversationCache.Read;
import dev.curlew.store.redis.NotReceivingCache;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Settings of conversations from Redis; what it does not have is read from MongoDB and put there. Redis away: MongoDB alone. */
public final class CachedConversations implements ConversationSettings, Receivers {

    private static final String RECV_MSG_OPT = "recv_msg_opt";
    private static final String PRIVATE = "is_private_chat";
    private static final String BURN_DURATION = "burn_duration";
    private static final String BURN_FROM = "burn_from_seq";
    private static final List<Integer> NOT_RECEIVING = List.of(1);
    private static final List<Integer> NOT_REMINDED = List.of(1, 2);

    private final ConversationCache cache;
    private final NotReceivingCache sets;
    private final NotReceivingCache quiet;
    private final ConversationStore store;

    /**
     * @param sets who wants no live messages
     * @param quiet who wants no reminders
     */
    public CachedConversations(
            ConversationCache cache, NotReceivingCache sets, NotReceivingCache quiet, ConversationStore store) {
        this.cache = cache;
        this.sets = sets;
        this.quiet = quiet;
        this.store = store;
    }

    @Override
    public Future<Map<Key, Settings>> find(String tenant, Collection<Key> wanted) {
        List<Key> keys = List.copyOf(new LinkedHashSet<>(wanted));
        return cache.read(tenant, keys).otherwise(redisAway -> List.of()).compose(reads -> {
            Map<Key, Settings> found = new HashMap<>();
            Map<Key, String> leases = new HashMap<>();
            List<Key> missing = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                Read read = i < reads.size() ? reads.get(i) : new Read(null, null);
                if (read.values() != null) {
                    found.put(keys.get(i), settings(read.values()));
                } else {
                    missing.add(keys.get(i));
                    leases.put(keys.get(i), read.lease());
                }
            }
            return load(tenant, missing, leases).map(loaded -> {
                loaded.forEach((key, owned) -> found.put(key, settings(owned)));
                keys.forEach(key -> found.putIfAbsent(key, Settings.DEFAULT));
                return found;
            });
        });
    }

    private Future<Map<Key, Owned>> load(String tenant, List<Key> missing, Map<Key, String> leases) {
        Map<Long, List<String>> byOwner = new LinkedHashMap<>();
        missing.forEach(key ->
                byOwner.computeIfAbsent(key.uid(), uid -> new ArrayList<>()).add(key.conversationId()));
        Map<Key, Owned> loaded = new HashMap<>();
        List<Future<?>> reads = new ArrayList<>();
        byOwner.forEach((uid, ids) -> reads.add(store.find(tenant, uid, ids)
                .onSuccess(found -> found.forEach(owned -> loaded.put(new Key(uid, owned.conversationId()), owned)))));
        return Future.join(reads).compose(done -> {
            Map<Key, Map<String, Object>> fills = new HashMap<>();
            loaded.forEach((key, owned) -> {
                if (leases.get(key) != null) {
                    fills.put(key, fields(key.uid(), owned));
                }
            });
            return fills.isEmpty()
                    ? Future.succeededFuture(loaded)
                    : cache.fill(tenant, fills, leases).otherwiseEmpty().map(loaded);
        });
    }

    @Override
    public Future<Set<Key>> notReceiving(String tenant, Collection<Key> members) {
        return sets.find(tenant, members).otherwise(redisAway -> Map.of()).compose(known -> {
            Set<Key> silent = new HashSet<>();
            Set<String> unloaded = new LinkedHashSet<>();
            for (Key key : members) {
                if (!known.containsKey(key)) {
                    unloaded.add(key.conversationId());
                } else if (known.get(key)) {
                    silent.add(key);
                }
            }
            if (unloaded.isEmpty()) {
                return Future.succeededFuture(silent);
            }
            return loadSets(tenant, unloaded).map(loaded -> {
                members.stream()
                        .filter(key -> loaded.getOrDefault(key.conversationId(), Set.of())
                                .contains(key.uid()))
                        .forEach(silent::add);
                return silent;
            });
        });
    }

    @Override
    public Future<Map<String, Set<Long>>> allNotReceiving(String tenant, Set<String> conversationIds) {
        return sets.all(tenant, conversationIds)
                .otherwise(redisAway -> Map.of())
                .compose(known -> {
                    Set<String> unloaded = new LinkedHashSet<>(conversationIds);
                    unloaded.removeAll(known.keySet());
                    if (unloaded.isEmpty()) {
                        return Future.succeededFuture(known);
                    }
                    return loadSets(tenant, unloaded).map(loaded -> {
                        Map<String, Set<Long>> all = new HashMap<>(known);
                        all.putAll(loaded);
                        return all;
                    });
                });
    }

    @Override
    public Future<Set<Long>> notReminded(String tenant, String conversationId) {
        Set<String> asked = Set.of(conversationId);
        return quiet.all(tenant, asked)
                .otherwise(redisAway -> Map.of())
                .compose(known ->
                        known.isEmpty() ? load(tenant, asked, quiet, NOT_REMINDED) : Future.succeededFuture(known))
                .map(found -> found.getOrDefault(conversationId, Set.of()));
    }

    private Future<Map<String, Set<Long>>> loadSets(String tenant, Set<String> ids) {
        return load(tenant, ids, sets, NOT_RECEIVING);
    }

    /** Opened first, so that a change while the store is read is not lost. */
    private Future<Map<String, Set<Long>>> load(
            String tenant, Set<String> ids, NotReceivingCache into, List<Integer> options) {
        return into.begin(tenant, ids)
                .otherwise((String) null)
                .compose(lease -> store.choosing(tenant, ids, options)
                        .compose(members -> lease == null
                                ? Future.succeededFuture(members)
                                : into.end(tenant, ids, members, lease)
                                        .otherwiseEmpty()
                                        .map(members)));
    }

    /** A setting has been changed: nobody is to be told the old one any more. */
    public Future<Void> changed(String tenant, Key key) {
        String id = key.conversationId();
        return Future.join(cache.drop(tenant, key), sets.drop(tenant, id), quiet.drop(tenant, id))
                .compose(dropped -> loadSets(tenant, Set.of(id)))
                .mapEmpty();
    }

    private static Settings settings(Owned owned) {
        return new Settings(owned.recvMsgOpt(), owned.privateChat() ? owned.burnFromSeq() : 0, owned.burnDuration());
    }

    private static Settings settings(Map<String, String> values) {
        boolean burns = Boolean.parseBoolean(values.get(PRIVATE));
        return new Settings(
                Integer.parseInt(values.get(RECV_MSG_OPT)),
                burns ? Long.parseLong(values.get(BURN_FROM)) : 0,
                Integer.parseInt(values.get(BURN_DURATION)));
    }

    /** The whole of an owner's copy, named as document S names it. */
    private static Map<String, Object> fields(long owner, Owned owned) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("owner_user_id", Long.toString(owner));
        fields.put("conversation_id", owned.conversationId());
        fields.put("conversation_type", owned.conversationType());
        fields.put("user_id", Long.toString(owned.peerUid()));
        fields.put(
                "group_id",
                GroupId.ofMessages(owned.conversationId())
                        .map(group -> Long.toString(group.value()))
                        .orElse(""));
        fields.put(RECV_MSG_OPT, owned.recvMsgOpt());
        fields.put("is_pinned", owned.pinned());
        fields.put(PRIVATE, owned.privateChat());
        fields.put(BURN_DURATION, owned.burnDuration());
        fields.put(BURN_FROM, owned.burnFromSeq());
        fields.put("is_msg_destruct", owned.msgDestruct());
        fields.put("msg_destruct_time", owned.msgDestructTime());
        fields.put("group_at_type", owned.groupAtType());
        fields.put("attached_info", owned.attachedInfo());
        fields.put("ex", owned.ex());
        return fields;
    }
}

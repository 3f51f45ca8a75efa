package dev.curlew.api.conversation;

import dev.curlew.protocol.Json;
import dev.curlew.store.chat.ConversationStore;
import dev.curlew.store.redis.ConversationIdCache;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Which conversations a user has, and the short text by which a device finds out that it has the same. */
public final class ConversationIds {

    private final ConversationIdCache cache;
    private final ConversationStore store;
    private final Chats chats;

    public ConversationIds(ConversationIdCache cache, ConversationStore store, Chats chats) {
        this.chats = chats;
        this.cache = cache;
        this.store = store;
    }

    /** Hex SHA-256 of the ids of the conversations in a user's list, as JSON list in ascending order without spaces. */
    Future<String> hash(String tenant, long uid) {
        return Future.all(list(tenant, uid), store.hidden(tenant, uid), chats.shownGroups(tenant, uid))
                .map(all -> digest(with(without(all.resultAt(0), all.resultAt(1)), all.resultAt(2))));
    }

    private static String with(String list, List<String> groups) {
        if (groups.isEmpty()) {
            return list;
        }
        List<String> shown = new ArrayList<>(List.of(Json.read(list, String[].class)));
        shown.addAll(groups);
        return ConversationIdCache.list(shown);
    }

    private static String without(String list, List<String> hidden) {
        if (hidden.isEmpty()) {
            return list;
        }
        List<String> shown = new ArrayList<>(List.of(Json.read(list, String[].class)));
        shown.removeAll(hidden);
        return ConversationIdCache.list(shown);
    }

    private Future<String> list(String tenant, long uid) {
        return cache.read(tenant, uid)
                .otherwise(redisAway -> new ConversationIdCache.Read(null, null))
                .compose(read -> read.list() != null
                        ? Future.succeededFuture(read.list())
                        : store.newestFirst(tenant, uid)
                                .compose(ids -> read.lease() == null
                                        ? Future.succeededFuture(ConversationIdCache.list(ids))
                                        : cache.fill(tenant, uid, ids, read.lease())
                                                .otherwise(redisAway -> ConversationIdCache.list(ids))));
    }

    private static String digest(String list) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(list.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

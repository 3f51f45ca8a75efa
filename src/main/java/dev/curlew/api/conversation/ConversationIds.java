package dev.curlew.api.conversation;

import dev.curlew.store.mongo.ConversationStore;
import dev.curlew.store.redis.ConversationIdCache;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Which conversations a user has, and the short text by which a device finds out that it has the same. */
public final class ConversationIds {

    private final ConversationIdCache cache;
    private final ConversationStore store;

    public ConversationIds(ConversationIdCache cache, ConversationStore store) {
        this.cache = cache;
        this.store = store;
    }

    /** Hex SHA-256 of the user's conversation ids as JSON list in ascending order without spaces. */
    Future<String> hash(String tenant, long uid) {
        return list(tenant, uid).map(ConversationIds::digest);
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

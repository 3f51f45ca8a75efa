package dev.curlew.store.group;

import dev.curlew.domain.Group;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupRole;
import dev.curlew.protocol.Json;
import dev.curlew.store.mysql.GroupReads;
import dev.curlew.store.mysql.GroupReads.Page;
import dev.curlew.store.mysql.GroupReads.Shown;
import dev.curlew.store.redis.PageCache;
import dev.curlew.store.redis.RedisKeys;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Optional;

/**
 * Pages of members, in order of uid so that nobody who stays is missed or shown twice while others come and go. A page in Redis
 * is of one version of the group: after a change nobody asks for it any more.
 */
public final class MemberPages {

    private final GroupReads reads;
    private final RedisKeys keys;
    private final PageCache cache;

    public MemberPages(GroupReads reads, RedisKeys keys, PageCache cache) {
        this.reads = reads;
        this.keys = keys;
        this.cache = cache;
    }

    /** What the one who asks may do: those who may do different things never share a page. */
    public enum Permission {
        MANAGER,
        MEMBER;

        /** Of a member in that role. */
        public static Permission of(GroupRole role) {
            return role == GroupRole.MEMBER ? MEMBER : MANAGER;
        }
    }

    /**
     * What is asked for.
     *
     * @param role null for all
     * @param afterUid 0 for the first page
     */
    public record Query(Permission permission, Shown shown, GroupRole role, long afterUid, int limit) {

        /** What of a page's key is not the group; the same text only for equal questions. */
        String text() {
            return permission.name().toLowerCase(Locale.ROOT) + ":"
                    + shown.name().toLowerCase(Locale.ROOT) + ":" + (role == null ? "all" : role.wire())
                    + ":" + afterUid + ":" + limit;
        }
    }

    /** @param group as it is now: its version decides which page holds */
    public Future<Page> page(String tenant, Group group, Query query) {
        GroupId id = group.id();
        String key = keys.groupMemberPage(tenant, id.value(), group.version(), query.text());
        return cache.get(key)
                .otherwise(redisAway -> Optional.empty())
                .compose(known -> known.isPresent()
                        ? Future.succeededFuture(Json.read(known.get(), Page.class))
                        : load(tenant, id, query));
    }

    private Future<Page> load(String tenant, GroupId id, Query query) {
        return reads.page(tenant, id.value(), query.shown(), query.role(), query.afterUid(), query.limit())
                // Kept under the version it was read with, whatever was known before.
                .compose(page -> cache.put(
                                keys.groupMemberPage(tenant, id.value(), page.version(), query.text()), Json.text(page))
                        .otherwiseEmpty()
                        .map(page));
    }
}

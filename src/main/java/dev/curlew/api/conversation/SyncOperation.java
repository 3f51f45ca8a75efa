package dev.curlew.api.conversation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Fields;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.ChangeFeed.Feed;
import dev.curlew.store.UserKey;
import dev.curlew.store.chat.ConversationStore.Owned;
import dev.curlew.store.redis.ChangeCounters;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code sync_conversations}: what changed in a user's list since a version the device has, in pages. The version is the user's change
 * counter (rule 11). One that is no longer known, or never was, gets the whole list, page by page, under {@code full} on its first page.
 */
public final class SyncOperation implements Operation {

    private static final int PAGE = 100;

    private final ChangeCounters counters;
    private final Chats conversations;
    private final GroupNewsSeen groups;
    private final ConversationIds ids;
    private final ConversationViews views;

    public SyncOperation(
            ChangeCounters counters,
            Chats conversations,
            GroupNewsSeen groups,
            ConversationIds ids,
            ConversationViews views) {
        this.groups = groups;
        this.counters = counters;
        this.conversations = conversations;
        this.ids = ids;
        this.views = views;
    }

    @Override
    public String name() {
        return "sync_conversations";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        long version = Fields.present(data, "version") ? Fields.number(data, "version", 0, Long.MAX_VALUE) : 0;
        String hash = Fields.optionalText(data, "ids_hash", 128);
        UserKey user = new UserKey(caller.tenant(), caller.uid());
        Future<String> own = ids.hash(caller.tenant(), caller.uid());
        return groups.count(user)
                .compose(counted -> counters.feed(user))
                .compose(feed -> feed.knowsAfter(version)
                        ? page(caller, feed, version, false)
                        : whole(user, feed).compose(all -> page(caller, all, all.from(), true)))
                .compose(reply ->
                        own.map(known -> reply.put("equal", known.equals(hash)).put("ids_hash", known)));
    }

    /** The feed with every conversation in it. */
    private Future<Feed> whole(UserKey user, Feed feed) {
        return feed.whole()
                ? Future.succeededFuture(feed)
                : conversations
                        .newestFirst(user.tenant(), user.uid())
                        .compose(all -> counters.seed(user, all))
                        .compose(seeded -> counters.feed(user));
    }

    private Future<ObjectNode> page(Caller caller, Feed feed, long after, boolean full) {
        List<String> changed = feed.changedAfter(after);
        boolean more = changed.size() > PAGE;
        List<String> some = more ? changed.subList(0, PAGE) : changed;
        long version = more ? feed.numbers().get(some.get(PAGE - 1)) : feed.counter();
        return conversations.find(caller.tenant(), caller.uid(), some).compose(found -> {
            List<Owned> shown = found.stream().filter(owned -> !owned.hidden()).toList();
            return views.of(caller, shown).map(nodes -> {
                ObjectNode reply = Json.object().put("version", version).put("full", full);
                ArrayNode list = reply.putArray("changed");
                nodes.forEach(list::add);
                Set<String> gone = new HashSet<>(some);
                shown.forEach(owned -> gone.remove(owned.conversationId()));
                ArrayNode removed = reply.putArray("removed");
                // What is not there needs no removal from a list that is taken anew.
                if (!full) {
                    gone.forEach(removed::add);
                }
                return reply.put("has_more", more);
            });
        });
    }
}

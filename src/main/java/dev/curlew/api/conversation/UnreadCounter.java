package dev.curlew.api.conversation;

import dev.curlew.api.conversation.Positions.View;
import dev.curlew.store.UnreadTotals;
import dev.curlew.store.chat.ConversationStore;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Adds up what is unread, over all conversations that are not set to receive nothing (rule 13). */
public final class UnreadCounter implements UnreadTotals {

    private static final int PAGE = 1_000;

    private final Positions positions;
    private final ConversationStore conversations;
    private final Chats chats;

    public UnreadCounter(Positions positions, ConversationStore conversations, Chats chats) {
        this.chats = chats;
        this.positions = positions;
        this.conversations = conversations;
    }

    @Override
    public Future<Long> total(String tenant, long uid, Set<String> also) {
        return chats.countedGroups(tenant, uid)
                .compose(groups -> unread(tenant, uid, groups))
                .compose(ofGroups -> pages(tenant, uid, "", new HashSet<>(also), ofGroups));
    }

    private Future<Long> pages(String tenant, long uid, String after, Set<String> unseen, long sum) {
        return conversations.counted(tenant, uid, after, PAGE).compose(ids -> {
            ids.forEach(unseen::remove);
            boolean last = ids.size() < PAGE;
            return unread(tenant, uid, ids)
                    .compose(more -> last
                            ? unread(tenant, uid, List.copyOf(unseen)).map(rest -> sum + more + rest)
                            : pages(tenant, uid, ids.get(ids.size() - 1), unseen, sum + more));
        });
    }

    private Future<Long> unread(String tenant, long uid, List<String> ids) {
        return positions
                .views(tenant, uid, ids)
                .map(views -> views.values().stream().mapToLong(View::unread).sum());
    }
}

package dev.curlew.api.conversation;

import dev.curlew.domain.GroupId;
import dev.curlew.store.Heads;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Heads from the store that a conversation's messages are in. */
public final class RoutedHeads implements Heads {

    private final Heads groups;
    private final Heads others;

    public RoutedHeads(Heads groups, Heads others) {
        this.groups = groups;
        this.others = others;
    }

    @Override
    public Future<Map<String, Long>> heads(String tenant, Collection<String> conversationIds) {
        List<String> ofGroups = conversationIds.stream()
                .filter(id -> GroupId.ofMessages(id).isPresent())
                .toList();
        List<String> rest = conversationIds.stream()
                .filter(id -> GroupId.ofMessages(id).isEmpty())
                .toList();
        return Future.all(groups.heads(tenant, ofGroups), rest.isEmpty() ? none() : others.heads(tenant, rest))
                .map(both -> {
                    Map<String, Long> all = new HashMap<>(both.<Map<String, Long>>resultAt(0));
                    all.putAll(both.resultAt(1));
                    return all;
                });
    }

    private static Future<Map<String, Long>> none() {
        return Future.succeededFuture(Map.of());
    }
}

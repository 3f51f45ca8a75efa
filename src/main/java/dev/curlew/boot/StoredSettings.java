package dev.curlew.boot;

import dev.curlew.store.ConversationSettings;
import dev.curlew.store.mongo.ConversationStore;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What owners set for their conversations, asked of MongoDB each time. */
final class StoredSettings implements ConversationSettings {

    private final ConversationStore conversations;

    StoredSettings(ConversationStore conversations) {
        this.conversations = conversations;
    }

    @Override
    public Future<Map<Key, Settings>> find(String tenant, Collection<Key> keys) {
        return conversations.settings(tenant, keys).map(changed -> {
            Map<Key, Settings> all = new HashMap<>();
            keys.forEach(key -> all.put(key, changed.getOrDefault(key, Settings.DEFAULT)));
            return all;
        });
    }
}

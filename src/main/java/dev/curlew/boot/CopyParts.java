package dev.curlew.boot;

import dev.curlew.store.redis.ConversationIdCache;
import dev.curlew.store.redis.MessageCache;
import dev.curlew.store.redis.NumberAllocator;
import dev.curlew.store.redis.Placements;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.TotalCache;

/** What of Redis the way of single chats needs. */
record CopyParts(
        RedisCommands redis,
        NumberAllocator numbers,
        Placements placements,
        MessageCache messages,
        ConversationIdCache conversationIds,
        TotalCache totals) {}

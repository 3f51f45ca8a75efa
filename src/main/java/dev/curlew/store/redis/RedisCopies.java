package dev.curlew.store.redis;

import java.util.List;

/** Which keys are only copies of a store, or are written again by themselves: they go when Redis came back as another process. */
final class RedisCopies {

    private static final List<String> PARTS = List.of(
            ":MSG_CACHE:",
            ":MALLOC_SEQ:",
            ":HEAD:",
            "}:version",
            "}:latest",
            "}:hot_msg:",
            ":UNCOUNTED:",
            ":SEQ_USER_READ:",
            ":CHANGES:",
            ":CONVERSATION:",
            ":CONVERSATION_IDS:",
            ":CONVERSATION_IDS_HASH:",
            ":CONVERSATION_USER_MAX:",
            ":CONVERSATION_NOT_RECEIVE_MESSAGE_USER_IDS:",
            ":user:",
            ":relation:",
            ":group:",
            ":object",
            "}:head",
            ":sub:",
            "}:online_members",
            "}:nodes",
            "}:node:",
            ":presence:");

    private RedisCopies() {}

    static boolean contains(String key) {
        return PARTS.stream().anyMatch(key::contains);
    }
}

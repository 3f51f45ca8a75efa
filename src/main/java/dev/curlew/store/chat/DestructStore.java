package dev.curlew.store.chat;

import io.vertx.core.Future;
import java.util.List;

/** Which owners' copies of conversations are due for message destruction ({@code latest_msg_destruct_time}, B-153). */
public interface DestructStore {

    /** @param destructAfterS age at which messages go, seconds */
    record Due(long owner, String conversationId, long destructAfterS) {}

    /** Those not looked at since a time (milliseconds), the longest ago first. */
    Future<List<Due>> due(String tenant, long time, int limit);

    /** It was looked at. */
    Future<Void> looked(String tenant, Due one, long time);
}

package dev.curlew.store;

import io.vertx.core.Future;

/** Who is in a group, as reading asks for it. */
public interface GroupAudience {

    /** Whether the user is a member now. */
    Future<Boolean> isMember(String tenant, long groupId, long uid);
}

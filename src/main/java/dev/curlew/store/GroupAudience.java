package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;

/** Who is in a group, as delivery and reading ask for it. */
public interface GroupAudience {

    /** The members it has now; none for a group that is not there. */
    Future<Collection<Long>> members(String tenant, long groupId);

    /** Whether the user is a member now. */
    Future<Boolean> isMember(String tenant, long groupId, long uid);
}

package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Collection;

/** Who is to be told what happens in a group. */
public interface GroupAudience {

    /** The members it has now; none for a group that is not there. */
    Future<Collection<Long>> members(String tenant, long groupId);
}

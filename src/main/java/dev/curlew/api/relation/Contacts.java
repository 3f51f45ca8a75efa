package dev.curlew.api.relation;

import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** What users may do to each other. */
public interface Contacts {

    /** Why a user may not write to another: 40303 blocked, 40305 no friends; empty when nothing is against it. */
    Future<Optional<ApiException>> refusal(String tenant, long uid, long to);

    /** Of whom a user may know whether they are online. Never fails: who could not be asked about is not among them. */
    Future<Set<Long>> visible(String tenant, long uid, Collection<Long> others);
}

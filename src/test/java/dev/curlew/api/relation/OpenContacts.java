package dev.curlew.api.relation;

import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Everybody may do everything. */
public final class OpenContacts implements Contacts {

    @Override
    public Future<Optional<ApiException>> refusal(String tenant, long uid, long to) {
        return Future.succeededFuture(Optional.empty());
    }

    @Override
    public Future<Set<Long>> visible(String tenant, long uid, Collection<Long> others) {
        return Future.succeededFuture(new HashSet<>(others));
    }
}

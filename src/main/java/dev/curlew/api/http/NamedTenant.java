package dev.curlew.api.http;

import dev.curlew.protocol.ApiException;
import dev.curlew.store.TenantDirectory;
import io.vertx.core.Future;
import java.util.function.Function;

/** The tenant that a call of an admin is about: the one it names, else the default one. */
record NamedTenant(TenantDirectory tenants, String defaultTenant) {

    /** Fails with 40002 when no tenant is named and with 40400 when there is none of that name. */
    <T> Future<T> in(Exchange exchange, String named, Function<String, Future<T>> work) {
        String tenant = exchange.tenant(named, defaultTenant);
        if (tenant.isEmpty()) {
            throw ApiException.invalid("tenant is missing.");
        }
        return tenants.find(tenant)
                .compose(found ->
                        found.isPresent() ? work.apply(tenant) : Future.failedFuture(ApiException.notFound("tenant")));
    }
}

package dev.curlew.api.auth;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.TenantDirectory.Tenant;
import io.vertx.core.Future;
import java.util.Optional;

/** The tenants whose users may come in now: there, and not disabled as far as this node knows. */
public final class ServingTenants {

    private final TenantDirectory tenants;
    private final Revocations revocations;

    public ServingTenants(TenantDirectory tenants, Revocations revocations) {
        this.tenants = tenants;
        this.revocations = revocations;
    }

    /** Fails with 40400 for an unknown tenant and 40304 for a disabled one. */
    Future<Tenant> serving(String code) {
        return find(code)
                .compose(found -> found.map(Future::succeededFuture)
                        .orElseGet(() -> Future.failedFuture(ApiException.notFound("tenant"))));
    }

    /** Empty for an unknown tenant; fails with 40304 for a disabled one. */
    Future<Optional<Tenant>> find(String code) {
        return tenants.find(code).compose(found -> {
            boolean disabled = found.isPresent() && (found.get().disabled() || revocations.tenantDisabled(code));
            return disabled
                    ? Future.failedFuture(new ApiException(ErrorCode.TENANT_DISABLED, "The tenant is disabled."))
                    : Future.succeededFuture(found);
        });
    }
}

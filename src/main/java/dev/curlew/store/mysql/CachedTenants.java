package dev.curlew.store.mysql;

import dev.curlew.store.Refreshed;
import dev.curlew.store.TenantDirectory;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** All tenants in memory, read in one query. While the control database is away the last known ones stay. */
public final class CachedTenants implements TenantDirectory {

    private final Refreshed<Map<String, Tenant>> copy;

    /** @param refreshMs how long they are taken as known */
    public CachedTenants(TenantStore store, long refreshMs) {
        this.copy = new Refreshed<>(
                "tenants", refreshMs, Refreshed::monotonicMs, () -> store.all().map(CachedTenants::byCode));
    }

    /** What is held, to be read by the clock and looked at. */
    public Refreshed<Map<String, Tenant>> copy() {
        return copy;
    }

    @Override
    public Future<Optional<Tenant>> find(String code) {
        return copy.current().map(all -> Optional.ofNullable(all.get(code)));
    }

    @Override
    public void refresh() {
        copy.refresh();
    }

    private static Map<String, Tenant> byCode(Iterable<Tenant> tenants) {
        Map<String, Tenant> all = new HashMap<>();
        tenants.forEach(tenant -> all.put(tenant.code(), tenant));
        return Map.copyOf(all);
    }
}

package dev.curlew.store.mysql;

import dev.curlew.protocol.ApiException;
import dev.curlew.store.TenantDirectory;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All tenants in memory, read in one query by the first call after they grew old. While the control database is away the
 * last known ones stay.
 */
public final class CachedTenants implements TenantDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(CachedTenants.class);

    private final TenantStore store;
    private final long refreshMs;
    private Map<String, Tenant> known;
    private long staleAt;
    private Promise<Map<String, Tenant>> loading;
    private boolean changedWhileLoading;

    /** @param refreshMs how long they are taken as known */
    public CachedTenants(TenantStore store, long refreshMs) {
        this.store = store;
        this.refreshMs = refreshMs;
    }

    @Override
    public Future<Optional<Tenant>> find(String code) {
        return tenants().map(all -> Optional.ofNullable(all.get(code)));
    }

    @Override
    public synchronized void refresh() {
        staleAt = 0;
        changedWhileLoading = loading != null;
    }

    private Future<Map<String, Tenant>> tenants() {
        Promise<Map<String, Tenant>> mine;
        synchronized (this) {
            if (known != null && System.nanoTime() / 1_000_000 < staleAt) {
                return Future.succeededFuture(known);
            }
            if (loading != null) {
                // A read that left before the last change was announced may not show it.
                return changedWhileLoading ? loading.future().compose(old -> tenants()) : loading.future();
            }
            loading = mine = Promise.promise();
        }
        store.all().onComplete(result -> {
            Map<String, Tenant> answer;
            synchronized (this) {
                if (result.succeeded()) {
                    known = byCode(result.result());
                } else {
                    LOG.warn("Tenants could not be read: {}", result.cause().toString());
                }
                staleAt = changedWhileLoading ? 0 : System.nanoTime() / 1_000_000 + refreshMs;
                changedWhileLoading = false;
                loading = null;
                answer = known;
            }
            if (answer != null) {
                mine.complete(answer);
            } else {
                mine.fail(ApiException.unavailable("Tenants are not known yet."));
            }
        });
        return mine.future();
    }

    private static Map<String, Tenant> byCode(Iterable<Tenant> tenants) {
        Map<String, Tenant> all = new HashMap<>();
        tenants.forEach(tenant -> all.put(tenant.code(), tenant));
        return Map.copyOf(all);
    }
}

package dev.curlew.api.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.auth.Revocations;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.TenantDirectory.Tenant;
import dev.curlew.store.mysql.Migrations;
import dev.curlew.store.mysql.TenantStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.List;
import java.util.Optional;

/** Makes and changes tenants at run time; every node learns of it over the bus, and by itself within seconds. */
public final class TenantAdmin {

    /** Body of a message on {@link BusAddresses#ALL_CONTROL}: tenants changed. */
    public static final String TENANTS = "tenants";

    private final Vertx vertx;
    private final Migrations migrations;
    private final TenantStore store;
    private final TenantDirectory directory;
    private final Revocations revocations;

    public TenantAdmin(
            Vertx vertx, Migrations migrations, TenantStore store, TenantDirectory directory, Revocations revocations) {
        this.vertx = vertx;
        this.migrations = migrations;
        this.store = store;
        this.directory = directory;
        this.revocations = revocations;
    }

    /** A tenant, and whether this call made it. */
    public record Created(Tenant tenant, boolean made) {}

    /** Listens for changes other nodes make; unregister the consumer at the end. */
    public MessageConsumer<Object> listen() {
        return vertx.eventBus().consumer(BusAddresses.ALL_CONTROL, message -> {
            if (TENANTS.equals(message.body())) {
                directory.refresh();
            }
        });
    }

    /**
     * Makes the database first, then the row that puts it to use; a tenant that is there stays as it is. Two nodes may do it
     * at once. Fails with 40900 when it is there under another name.
     *
     * @param name null: its code, or whatever it has
     */
    public Future<Created> create(String code, String name) {
        return migrations
                .tenant(code)
                .compose(migrated -> store.insert(code, name == null ? code : name, System.currentTimeMillis()))
                .compose(made -> {
                    changed();
                    return find(code).map(tenant -> {
                        if (!made && name != null && !name.equals(tenant.name())) {
                            throw new ApiException(ErrorCode.CONFLICT, "The tenant is there under another name.");
                        }
                        return new Created(tenant, made);
                    });
                });
    }

    /** Fails with 40400. */
    public Future<Tenant> find(String code) {
        return directory.find(code).compose(TenantAdmin::present);
    }

    /** In order of their codes, behind that of {@code after}; an empty one is before all. */
    public Future<List<Tenant>> page(String after, int limit) {
        return store.page(after, limit);
    }

    /** Null leaves a part as it is; fails with 40400, and with 40002 for a setting that cannot be. */
    public Future<Tenant> update(String code, String name, Boolean disabled, ObjectNode settings) {
        if (settings != null) {
            TenantSettings.check(settings);
        }
        return store.update(code, name, disabled, settings)
                .compose(TenantAdmin::present)
                .compose(tenant -> {
                    changed();
                    return disabled == null
                            ? Future.succeededFuture(tenant)
                            : revocations.announce().map(tenant);
                });
    }

    private void changed() {
        directory.refresh();
        vertx.eventBus().publish(BusAddresses.ALL_CONTROL, TENANTS);
    }

    private static Future<Tenant> present(Optional<Tenant> tenant) {
        return tenant.map(Future::succeededFuture)
                .orElseGet(() -> Future.failedFuture(ApiException.notFound("Tenant")));
    }
}

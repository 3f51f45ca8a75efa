package dev.curlew.api.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.mysql.EnterpriseRegistrationStore;
import dev.curlew.store.mysql.EnterpriseRegistrationStore.Registration;
import io.vertx.core.Future;
import java.util.List;

/** Companies sign up for a code; an administrator decides, and a code that was granted is in force on every node at once. */
public final class EnterpriseRegistrations {

    private final EnterpriseRegistrationStore store;
    private final TenantDirectory tenants;
    private final ConfigurationAdmin configuration;

    public EnterpriseRegistrations(
            EnterpriseRegistrationStore store, TenantDirectory tenants, ConfigurationAdmin configuration) {
        this.store = store;
        this.tenants = tenants;
        this.configuration = configuration;
    }

    /** Fails with 40900 when the code is somebody's, or somebody else waits for it. */
    public Future<Registration> submit(String code, String name, String contact, ObjectNode material) {
        return store.insert(code, name, contact, material).compose(this::find);
    }

    public Future<List<Registration>> list(String state, long afterId, int limit) {
        return store.list(state, afterId, limit);
    }

    /** Grants the code; fails with 40400 for a registration or a tenant that is not there, and with 40900. */
    public Future<Registration> approve(long id, String tenant) {
        return tenants.find(tenant).compose(found -> {
            if (found.isEmpty()) {
                throw ApiException.notFound("tenant");
            }
            return decide(id, tenant);
        });
    }

    /** Fails with 40400 and 40900. */
    public Future<Registration> decline(long id) {
        return decide(id, null);
    }

    private Future<Registration> decide(long id, String tenant) {
        return store.decide(id, tenant).compose(there -> {
            if (!there) {
                throw ApiException.notFound("registration");
            }
            if (tenant != null) {
                configuration.changed();
            }
            return find(id);
        });
    }

    private Future<Registration> find(long id) {
        return store.find(id).map(found -> ConfigurationAdmin.present(found, "registration"));
    }
}

package dev.curlew.api.admin;

import dev.curlew.api.admin.UserAdmin.Account;
import dev.curlew.store.mysql.UserStore;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** The tenant {@code demo} with three users to try the server with; development only. What is there stays as it is. */
public final class DemoData {

    /** Code of the tenant. */
    public static final String TENANT = "demo";

    /** The nicknames are what the others see. */
    private static final Map<String, String> USERS = Map.of("alice", "Alice", "bob", "Bob", "carol", "Carol");

    private final TenantAdmin tenants;
    private final UserAdmin users;
    private final UserStore store;

    public DemoData(TenantAdmin tenants, UserAdmin users, UserStore store) {
        this.tenants = tenants;
        this.users = users;
        this.store = store;
    }

    /** Safe to repeat, and to run on several nodes at once. The password is the account and {@code -pass}. */
    public Future<Void> make() {
        return tenants.create(TENANT, "Demo")
                .compose(tenant -> store.known(TENANT, List.copyOf(USERS.keySet())))
                .compose(there -> users.upsert(
                        TENANT,
                        USERS.keySet().stream()
                                .filter(account -> !there.containsKey(account))
                                .map(account -> new Account(account, account + "-pass", USERS.get(account), null))
                                .toList()))
                .mapEmpty();
    }
}

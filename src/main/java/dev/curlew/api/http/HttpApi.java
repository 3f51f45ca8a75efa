package dev.curlew.api.http;

import dev.curlew.api.admin.ConfigurationAdmin;
import dev.curlew.api.admin.EnterpriseRegistrations;
import dev.curlew.api.admin.TenantAdmin;
import dev.curlew.api.admin.UserAdmin;
import dev.curlew.api.auth.Accounts;
import dev.curlew.api.auth.ActionTokens;
import dev.curlew.api.auth.EnterpriseCodes;
import dev.curlew.api.auth.OwnLogins;
import dev.curlew.api.auth.Registrations;
import dev.curlew.api.auth.TokenGuard;
import dev.curlew.api.auth.UserDeletion;
import dev.curlew.api.send.AdminSender;
import dev.curlew.config.CurlewConfig;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.protocol.Operation;
import dev.curlew.store.CachedUserDirectory;
import dev.curlew.store.mysql.PushDeviceStore;
import dev.curlew.store.mysql.UserStore;
import io.vertx.ext.web.Router;
import java.util.List;
import java.util.Map;

/** All of {@code /v1/}: one instance serves any number of event loops, each with its own router. */
public final class HttpApi {

    private final CurlewConfig config;
    private final TokenGuard guard;
    private final TenantTraffic traffic;
    private final AuthRoutes auth;
    private final SessionRoutes sessions;
    private final UserRoutes users;
    private final PushDeviceRoutes pushDevices;
    private final AdminRoutes admin;
    private final ConfigurationRoutes configuration;
    private final EnterpriseRoutes enterprises;
    private final EnterpriseRegistrationRoutes enterpriseRegistrations;

    /** How users come in and leave for good. */
    public record Entrance(
            Accounts accounts,
            Registrations registrations,
            EnterpriseCodes enterprises,
            ActionTokens actions,
            UserDeletion deletion) {}

    /** Where a user is logged in, and where the user is reminded. */
    public record Devices(OwnLogins logins, PushDeviceStore push) {}

    /** What administrators do, each to its own things. */
    public record Admins(
            TenantAdmin tenants,
            UserAdmin users,
            ConfigurationAdmin configuration,
            EnterpriseRegistrations enterpriseRegistrations) {}

    public HttpApi(
            CurlewConfig config,
            TokenGuard guard,
            Entrance entrance,
            Devices devices,
            CachedUserDirectory directory,
            UserStore userStore,
            Admins admins,
            TenantTraffic traffic) {
        String defaultTenant = config.tenant().defaultTenant();
        this.config = config;
        this.guard = guard;
        this.traffic = traffic;
        this.auth = new AuthRoutes(entrance, defaultTenant, traffic);
        this.sessions = new SessionRoutes(devices.logins());
        this.users = new UserRoutes(directory, userStore, entrance.deletion());
        this.pushDevices = new PushDeviceRoutes(devices.push());
        this.admin = new AdminRoutes(admins.tenants(), admins.users(), entrance, defaultTenant);
        this.configuration = new ConfigurationRoutes(admins.configuration());
        this.enterprises = new EnterpriseRoutes(admins.configuration());
        this.enterpriseRegistrations = new EnterpriseRegistrationRoutes(admins.enterpriseRegistrations());
    }

    /**
     * Adds the routes, the answer to unknown paths below {@code /v1/} included.
     *
     * @param sender for what admins send
     * @param operations by their name; those with an HTTP twin are bound
     * @param more endpoints that stand for themselves
     */
    public void mount(Router router, Map<String, Operation> operations, AdminSender sender, List<Routes> more) {
        ApiRouter api =
                new ApiRouter(router, config.http(), guard, config.auth().adminSecret(), traffic);
        auth.bind(api);
        sessions.bind(api);
        users.bind(api);
        pushDevices.bind(api);
        admin.bind(api);
        configuration.bind(api);
        enterprises.bind(api);
        enterpriseRegistrations.bind(api);
        new AdminMessageRoutes(sender, config.tenant().defaultTenant()).bind(api);
        new OperationRoutes(operations).bind(api);
        more.forEach(routes -> routes.bind(api));
        api.finish();
    }
}

package dev.curlew.api.auth;

import dev.curlew.config.CurlewConfig;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.CachedUserDirectory;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.TenantDirectory.Tenant;
import dev.curlew.store.mysql.UserStore;
import dev.curlew.store.mysql.UserStore.Credentials;
import dev.curlew.store.mysql.UserStore.NewUser;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Registers users, logs them in and out. */
public final class Accounts {

    /** Tenant setting: {@code open} lets anyone register, {@code closed} leaves that to administrators. */
    private static final String REGISTRATION = "registration";

    private final TenantDirectory tenants;
    private final UserStore users;
    private final CachedUserDirectory directory;
    private final PasswordHasher passwords;
    private final LoginThrottle throttle;
    private final TokenIssuer tokens;
    private final Revocations revocations;
    private final long tokenTtlS;
    private final String registration;

    public Accounts(
            CurlewConfig config,
            TenantDirectory tenants,
            UserStore users,
            CachedUserDirectory directory,
            PasswordHasher passwords,
            LoginThrottle throttle,
            TokenIssuer tokens,
            Revocations revocations) {
        this.tenants = tenants;
        this.users = users;
        this.directory = directory;
        this.passwords = passwords;
        this.throttle = throttle;
        this.tokens = tokens;
        this.revocations = revocations;
        this.tokenTtlS = config.auth().tokenTtlS();
        this.registration = config.production() ? "closed" : "open";
    }

    /** The answer to a login; {@code expiresAt} in milliseconds. */
    public record Login(long uid, String token, long expiresAt) {}

    /**
     * Whose token an administrator asks for.
     *
     * @param uid null when the account is given
     * @param ttlS seconds; null for the configured life
     * @param create make an account that is not there
     */
    public record TokenRequest(Long uid, String account, int platform, Long ttlS, boolean create) {}

    /**
     * The new uid; fails with 40300 where registration is closed and 40900 when the account is taken.
     *
     * @param wanted whether somebody still waits for the answer
     */
    public Future<Long> register(
            String tenant, String account, String password, String nickname, BooleanSupplier wanted) {
        return serving(tenant).compose(found -> {
            if (!found.text(REGISTRATION, registration).equals("open")) {
                return Future.failedFuture(new ApiException(ErrorCode.FORBIDDEN, "Registration is closed."));
            }
            return passwords
                    .hash(password, wanted)
                    .compose(hash -> users.insert(tenant, new NewUser(account, hash, nickname, null)));
        });
    }

    /** One and the same 40100, after as long, for an unknown tenant, an unknown account and a wrong password. */
    public Future<Login> login(String tenant, String account, String password, int platform, BooleanSupplier wanted) {
        return tenants.find(tenant).compose(found -> {
            if (found.isEmpty()) {
                return passwords.matches(password, null, wanted).compose(burnt -> wrong());
            }
            if (disabled(found.get())) {
                return tenantDisabled();
            }
            return throttle.check(tenant, account)
                    .compose(free -> directory.uid(tenant, account))
                    .compose(uid -> credentials(tenant, uid))
                    .compose(user -> passwords
                            .matches(
                                    password,
                                    user.map(Credentials::passwordHash).orElse(null),
                                    wanted)
                            .compose(right -> right
                                    ? accepted(tenant, account, platform, user.orElseThrow())
                                    : throttle.failed(tenant, account).compose(counted -> wrong())));
        });
    }

    public Future<Void> logout(TokenGuard.Verified token) {
        return revocations.revokeToken(token.tenant(), token.uid(), token.tokenId(), token.expiresAt());
    }

    /** A token for the backend of the integrating product. Fails with 40400 for an unknown tenant or user. */
    public Future<Login> token(String tenant, TokenRequest request) {
        return serving(tenant)
                .compose(found -> request.uid() != null
                        ? Future.succeededFuture(Optional.of(request.uid()))
                        : uid(tenant, request.account(), request.create()))
                .compose(uid -> credentials(tenant, uid))
                .compose(user -> user.isPresent()
                        ? issue(
                                tenant,
                                user.get(),
                                request.platform(),
                                request.ttlS() == null ? tokenTtlS : request.ttlS())
                        : Future.failedFuture(ApiException.notFound("user")));
    }

    private Future<Optional<Long>> uid(String tenant, String account, boolean create) {
        return directory.uid(tenant, account).compose(uid -> {
            if (uid.isPresent() || !create) {
                return Future.succeededFuture(uid);
            }
            return users.insert(tenant, new NewUser(account, null, null, null))
                    .map(Optional::of)
                    // Made by another call in the meantime.
                    .recover(taken -> taken instanceof ApiException e && e.code() == ErrorCode.CONFLICT
                            ? directory.uid(tenant, account)
                            : Future.failedFuture(taken));
        });
    }

    private Future<Login> accepted(String tenant, String account, int platform, Credentials user) {
        return throttle.check(tenant, account)
                .compose(free -> throttle.succeeded(tenant, account))
                .compose(free -> issue(tenant, user, platform, tokenTtlS));
    }

    private Future<Login> issue(String tenant, Credentials user, int platform, long ttlS) {
        if (user.disabled()) {
            return Future.failedFuture(new ApiException(ErrorCode.USER_DISABLED, "The user is disabled."));
        }
        return tokens.issue(tenant, user.uid(), platform, user.now(), ttlS)
                .map(issued -> new Login(user.uid(), issued.token(), issued.expiresAt()));
    }

    private Future<Optional<Credentials>> credentials(String tenant, Optional<Long> uid) {
        return uid.isPresent() ? users.credentials(tenant, uid.get()) : Future.succeededFuture(Optional.empty());
    }

    private Future<Tenant> serving(String tenant) {
        return tenants.find(tenant).compose(found -> {
            if (found.isEmpty()) {
                return Future.failedFuture(ApiException.notFound("tenant"));
            }
            return disabled(found.get()) ? tenantDisabled() : Future.succeededFuture(found.get());
        });
    }

    private boolean disabled(Tenant tenant) {
        return tenant.disabled() || revocations.tenantDisabled(tenant.code());
    }

    private static <T> Future<T> tenantDisabled() {
        return Future.failedFuture(new ApiException(ErrorCode.TENANT_DISABLED, "The tenant is disabled."));
    }

    private static <T> Future<T> wrong() {
        return Future.failedFuture(
                new ApiException(ErrorCode.UNAUTHENTICATED, "The account or the password is wrong."));
    }
}

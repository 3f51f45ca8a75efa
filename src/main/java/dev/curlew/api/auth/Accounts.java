package dev.curlew.api.auth;

import dev.curlew.config.CurlewConfig;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.CachedUserDirectory;
import dev.curlew.store.mysql.UserStore;
import dev.curlew.store.mysql.UserStore.Credentials;
import dev.curlew.store.mysql.UserStore.NewUser;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Logs users in and out. */
public final class Accounts {

    private final ServingTenants tenants;
    private final UserStore users;
    private final CachedUserDirectory directory;
    private final PasswordHasher passwords;
    private final LoginThrottle throttle;
    private final Codes codes;
    private final TokenIssuer tokens;
    private final Revocations revocations;
    private final long tokenTtlS;

    public Accounts(
            CurlewConfig config,
            ServingTenants tenants,
            UserStore users,
            CachedUserDirectory directory,
            PasswordHasher passwords,
            LoginThrottle throttle,
            Codes codes,
            TokenIssuer tokens,
            Revocations revocations) {
        this.tenants = tenants;
        this.users = users;
        this.directory = directory;
        this.passwords = passwords;
        this.throttle = throttle;
        this.codes = codes;
        this.tokens = tokens;
        this.revocations = revocations;
        this.tokenTtlS = config.auth().tokenTtlS();
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

    /** One and the same 40100, after as long, for an unknown tenant, an unknown account and a wrong password. */
    public Future<Login> login(String tenant, String account, String password, int platform, BooleanSupplier wanted) {
        return tenants.find(tenant).compose(found -> {
            if (found.isEmpty()) {
                return passwords.matches(password, null, wanted).compose(burnt -> wrong());
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

    /** Fails with 40100 when the code is wrong, used or has ended, and with 40400 when nobody has registered the phone. */
    public Future<Login> loginByCode(String tenant, String phone, String code, int platform) {
        return tenants.serving(tenant)
                .compose(found -> codes.take(tenant, Codes.Scene.LOGIN, phone, code))
                .compose(phoneHash -> users.uidOfPhone(tenant, phoneHash))
                .compose(uid -> credentials(tenant, uid))
                .compose(user -> user.isPresent()
                        ? issue(tenant, user.get(), platform, tokenTtlS)
                        : Future.failedFuture(ApiException.notFound("user")));
    }

    public Future<Void> logout(TokenGuard.Verified token) {
        return revocations.revokeToken(token.tenant(), token.uid(), token.tokenId(), token.expiresAt());
    }

    /** A token for the backend of the integrating product. Fails with 40400 for an unknown tenant or user, and with 40900 for one to make whose account was a deleted user's. */
    public Future<Login> token(String tenant, TokenRequest request) {
        return tenants.serving(tenant)
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
                            ? directory.uid(tenant, account).map(made -> {
                                if (made.isEmpty()) {
                                    throw UserStore.reserved(account);
                                }
                                return made;
                            })
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

    private static <T> Future<T> wrong() {
        return Future.failedFuture(
                new ApiException(ErrorCode.UNAUTHENTICATED, "The account or the password is wrong."));
    }
}

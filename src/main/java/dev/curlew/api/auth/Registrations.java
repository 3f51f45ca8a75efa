package dev.curlew.api.auth;

import dev.curlew.config.CurlewConfig;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.TenantDirectory.Tenant;
import dev.curlew.store.mysql.UserStore;
import dev.curlew.store.mysql.UserStore.NewUser;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Registers users as the tenant's {@link RegistrationMode} allows it, and sends the codes for that and for logging in. */
public final class Registrations {

    private final ServingTenants tenants;
    private final UserStore users;
    private final PasswordHasher passwords;
    private final Codes codes;
    private final RegistrationMode otherwise;

    public Registrations(
            CurlewConfig config, ServingTenants tenants, UserStore users, PasswordHasher passwords, Codes codes) {
        this.tenants = tenants;
        this.users = users;
        this.passwords = passwords;
        this.codes = codes;
        this.otherwise = config.production() ? RegistrationMode.CLOSED : RegistrationMode.OPEN;
    }

    /** How a request came to its tenant. */
    public enum Way {
        TENANT_CODE,
        ENTERPRISE_CODE
    }

    /**
     * An account that somebody wants.
     *
     * @param phone null for none, which is not enough in mode {@code code}
     * @param code what proves the phone; null without one
     */
    public record Wanted(String account, String password, String nickname, String phone, String code, Way way) {}

    /** Milliseconds until the next code may be sent; fails with 40300 where it would be of no use, and with 42900. */
    public Future<Long> sendCode(String tenant, Codes.Scene scene, String phone) {
        return tenants.serving(tenant).compose(found -> {
            if (scene == Codes.Scene.REGISTER && mode(found) == RegistrationMode.CLOSED) {
                return Future.failedFuture(closed());
            }
            return codes.send(tenant, scene, phone);
        });
    }

    /**
     * The new uid; fails with 40300 where the mode forbids it, 40002 when it asks for a phone, 40100 when the code is wrong and
     * 40900 when the account or the phone is taken.
     *
     * @param awaited whether somebody still waits for the answer
     */
    public Future<Long> register(String tenant, Wanted wanted, BooleanSupplier awaited) {
        return tenants.serving(tenant).compose(found -> {
            ApiException refusal = refusal(mode(found), wanted);
            if (refusal != null) {
                return Future.failedFuture(refusal);
            }
            return wanted.phone() == null ? insert(tenant, wanted, null, awaited) : proven(tenant, wanted, awaited);
        });
    }

    /** A code is used up only for an account that is free, so that another account can be tried with it. */
    private Future<Long> proven(String tenant, Wanted wanted, BooleanSupplier awaited) {
        String phone = wanted.phone();
        return codes.right(tenant, Codes.Scene.REGISTER, phone, wanted.code())
                .compose(right -> users.known(tenant, List.of(wanted.account())))
                .compose(known -> known.isEmpty()
                        ? codes.take(tenant, Codes.Scene.REGISTER, phone, wanted.code())
                        : Future.failedFuture(new ApiException(ErrorCode.CONFLICT, "The account is taken.")))
                .compose(phoneHash -> insert(tenant, wanted, phoneHash, awaited));
    }

    private Future<Long> insert(String tenant, Wanted wanted, String phoneHash, BooleanSupplier awaited) {
        return passwords
                .hash(wanted.password(), awaited)
                .compose(hash ->
                        users.insert(tenant, new NewUser(wanted.account(), hash, wanted.nickname(), null, phoneHash)));
    }

    private static ApiException refusal(RegistrationMode mode, Wanted wanted) {
        if (mode == RegistrationMode.CLOSED) {
            return closed();
        }
        if (mode == RegistrationMode.ENTERPRISE && wanted.way() != Way.ENTERPRISE_CODE) {
            return new ApiException(ErrorCode.FORBIDDEN, "Registration needs an enterprise code.");
        }
        if (mode == RegistrationMode.CODE && wanted.phone() == null) {
            return ApiException.invalid("phone is missing.");
        }
        if ((wanted.phone() == null) != (wanted.code() == null)) {
            return ApiException.invalid("phone and code go together.");
        }
        return null;
    }

    private RegistrationMode mode(Tenant tenant) {
        return RegistrationMode.of(tenant, otherwise);
    }

    private static ApiException closed() {
        return new ApiException(ErrorCode.FORBIDDEN, "Registration is closed.");
    }
}

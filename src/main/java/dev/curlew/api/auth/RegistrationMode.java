package dev.curlew.api.auth;

import dev.curlew.store.TenantDirectory.Tenant;
import java.util.Arrays;
import java.util.Locale;

/** Who may register in a tenant. */
public enum RegistrationMode {
    /** Anyone. */
    OPEN,
    /** Whoever proves a phone by a code. */
    CODE,
    /** Whoever comes by an enterprise code. */
    ENTERPRISE,
    /** Nobody: administrators make the accounts. */
    CLOSED;

    /** Name of the tenant's setting. */
    public static final String SETTING = "registration";

    /** As it is written in the setting. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static RegistrationMode of(Tenant tenant, RegistrationMode otherwise) {
        String written = tenant.text(SETTING, otherwise.code());
        return Arrays.stream(values())
                .filter(mode -> mode.code().equals(written))
                .findFirst()
                // Written by a newer version: nobody gets in by a rule this one does not know.
                .orElse(CLOSED);
    }
}

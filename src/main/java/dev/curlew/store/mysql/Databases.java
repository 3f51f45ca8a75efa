package dev.curlew.store.mysql;

import dev.curlew.protocol.ApiException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names of databases. One pool serves all of them, so a statement names its database; a name is only ever built from a
 * checked tenant code, which makes it safe to stand in a statement.
 */
public final class Databases {

    private static final Pattern CODE = Pattern.compile("[a-z0-9-]{1,32}");
    private static final Set<String> RESERVED = Set.of("0", "control");

    private final String prefix;

    public Databases(String prefix) {
        this.prefix = prefix;
    }

    /** True for a well-formed tenant code that is not reserved. */
    public static boolean validTenant(String code) {
        return code != null && CODE.matcher(code).matches() && !RESERVED.contains(code);
    }

    public String controlName() {
        return prefix + "_control";
    }

    /** @throws ApiException 40002 for a code that names no tenant */
    public String tenantName(String code) {
        if (!validTenant(code)) {
            throw ApiException.invalid("tenant has to be 1 to 32 of a-z, 0-9 and '-', and not '0' or 'control'.");
        }
        return prefix + "_" + code;
    }

    /** A table of the control database, quoted. */
    public String control(String table) {
        return "`" + controlName() + "`.`" + table + "`";
    }

    /** A table of a tenant's database, quoted. */
    public String tenant(String code, String table) {
        return "`" + tenantName(code) + "`.`" + table + "`";
    }
}

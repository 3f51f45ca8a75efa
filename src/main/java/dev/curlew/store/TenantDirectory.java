package dev.curlew.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.Optional;

/** The tenants and their settings, held in process and read again every few seconds. */
public interface TenantDirectory {

    /** Empty for a code that names no tenant. Fails with 50300 only when tenants were never read. */
    Future<Optional<Tenant>> find(String code);

    /** Something about tenants changed: the next call reads them again. */
    void refresh();

    /**
     * A tenant.
     *
     * @param settings by name; absent ones have the default of whoever reads them
     * @param createdAt milliseconds since the epoch
     */
    record Tenant(String code, String name, boolean disabled, ObjectNode settings, long createdAt) {

        /** A setting that is a whole number, or the default where it is absent or something else. */
        public long number(String setting, long otherwise) {
            JsonNode value = settings.get(setting);
            return value != null && value.canConvertToLong() ? value.longValue() : otherwise;
        }

        /** A setting that is true or false, or the default where it is absent or something else. */
        public boolean flag(String setting, boolean otherwise) {
            JsonNode value = settings.get(setting);
            return value != null && value.isBoolean() ? value.booleanValue() : otherwise;
        }

        /** A setting that is a text, or the default where it is absent or something else. */
        public String text(String setting, String otherwise) {
            JsonNode value = settings.get(setting);
            return value != null && value.isTextual() ? value.textValue() : otherwise;
        }
    }
}

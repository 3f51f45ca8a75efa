package dev.curlew.api.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Tenant settings that have to be one of a few words; others are as free as whoever reads them allows. */
final class TenantSettings {

    private static final Map<String, List<String>> WORDS = Map.of(
            LoginPolicy.SETTING,
            Arrays.stream(LoginPolicy.values()).map(LoginPolicy::code).toList());

    private TenantSettings() {}

    /** Null removes a setting. @throws ApiException 40002 naming the setting */
    static void check(ObjectNode settings) {
        WORDS.forEach((name, words) -> {
            JsonNode value = settings.path(name);
            if (!value.isMissingNode()
                    && !value.isNull()
                    && !(value.isTextual() && words.contains(value.textValue()))) {
                throw ApiException.invalid("settings." + name + ": must be one of " + String.join(", ", words));
            }
        });
    }
}

package dev.curlew.api.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tenant settings that somebody reads have to be of their kind; others are kept as they are. */
final class TenantSettings {

    private static final Map<String, List<String>> WORDS = Map.of(
            LoginPolicy.SETTING,
            Arrays.stream(LoginPolicy.values()).map(LoginPolicy::code).toList());

    private static final Set<String> MILLISECONDS = Set.of("revoke_window_ms", "edit_window_ms");
    private static final Set<String> FLAGS = Set.of("push_preview");

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
        MILLISECONDS.forEach(name -> {
            JsonNode value = settings.path(name);
            boolean time = value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0;
            refuseUnless(name, value, time, "must be a time in milliseconds");
        });
        FLAGS.forEach(name -> {
            JsonNode value = settings.path(name);
            refuseUnless(name, value, value.isBoolean(), "must be true or false");
        });
    }

    private static void refuseUnless(String name, JsonNode value, boolean good, String what) {
        if (!value.isMissingNode() && !value.isNull() && !good) {
            throw ApiException.invalid("settings." + name + ": " + what);
        }
    }
}

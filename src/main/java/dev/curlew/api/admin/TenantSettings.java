package dev.curlew.api.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.auth.RegistrationMode;
import dev.curlew.api.relation.RelationRules;
import dev.curlew.api.review.ReviewRules;
import dev.curlew.api.review.RiskWords;
import dev.curlew.config.DidYouMean;
import dev.curlew.domain.Review;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.PresenceDirectory.LoginPolicy;
import dev.curlew.store.mysql.GroupMessageWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The settings a tenant can have. One that nobody reads is refused, so that a misspelt one does not look as if it were set. */
public final class TenantSettings {

    /** Every setting there is; a new one is one more line. */
    private static final Map<String, Kind> KNOWN = Map.ofEntries(
            Map.entry(RelationRules.CHAT, oneOf(List.of(RelationRules.ALL, RelationRules.FRIENDS))),
            Map.entry(
                    RelationRules.PRESENCE,
                    oneOf(List.of(RelationRules.ALL, RelationRules.FRIENDS, RelationRules.NOBODY))),
            Map.entry(RelationRules.FRIEND, oneOf(List.of(RelationRules.REQUEST, RelationRules.DIRECT))),
            Map.entry(
                    LoginPolicy.SETTING,
                    oneOf(Arrays.stream(LoginPolicy.values())
                            .map(LoginPolicy::code)
                            .toList())),
            Map.entry(
                    RegistrationMode.SETTING,
                    oneOf(Arrays.stream(RegistrationMode.values())
                            .map(RegistrationMode::code)
                            .toList())),
            Map.entry("revoke_window_ms", milliseconds()),
            Map.entry("edit_window_ms", milliseconds()),
            Map.entry(GroupMessageWriter.KEEP_SETTING, milliseconds()),
            Map.entry("push_preview", flag()),
            Map.entry(
                    ReviewRules.SETTING,
                    oneOf(Arrays.stream(Review.Mode.values())
                            .map(Review.Mode::wire)
                            .toList())),
            Map.entry(RiskWords.SETTING, words()));

    private static final List<String> PARTS = List.of("disabled", "name", "settings");

    /** What a value has to be, and the words that say so. */
    private record Kind(Predicate<JsonNode> holds, String rule) {}

    private TenantSettings() {}

    /**
     * Whether a change of a tenant says nothing but what can be changed: a setting outside of {@code settings} would look as if it were set.
     *
     * @throws ApiException 40002 naming the field
     */
    public static void checkParts(ObjectNode change) {
        Set<String> given = new TreeSet<>();
        change.fieldNames().forEachRemaining(given::add);
        given.removeAll(PARTS);
        given.stream().findFirst().ifPresent(name -> {
            if (KNOWN.containsKey(name)) {
                throw ApiException.invalid(
                        name + ": unknown field; it is a setting: {\"settings\":{\"" + name + "\":…}}");
            }
            String near = DidYouMean.ending(name, PARTS);
            throw ApiException.invalid(
                    name + ": unknown field" + (near.isEmpty() ? "; known are " + String.join(", ", PARTS) : near));
        });
    }

    /** Null removes a setting, also one that is no longer known. @throws ApiException 40002 naming the setting */
    static void check(ObjectNode settings) {
        Map<String, JsonNode> given = new TreeMap<>();
        settings.fields().forEachRemaining(field -> given.put(field.getKey(), field.getValue()));
        given.forEach((name, value) -> {
            if (value.isNull()) {
                return;
            }
            Kind kind = KNOWN.get(name);
            if (kind == null) {
                throw ApiException.invalid("settings." + name + ": unknown setting" + hint(name));
            }
            if (!kind.holds().test(value)) {
                throw ApiException.invalid("settings." + name + ": " + kind.rule());
            }
        });
    }

    private static String hint(String name) {
        String near = DidYouMean.ending(name, KNOWN.keySet());
        return near.isEmpty()
                ? "; known are "
                        + String.join(", ", KNOWN.keySet().stream().sorted().toList())
                : near;
    }

    private static Kind oneOf(List<String> words) {
        return new Kind(
                value -> value.isTextual() && words.contains(value.textValue()),
                "must be one of " + String.join(", ", words));
    }

    private static Kind milliseconds() {
        return new Kind(
                value -> value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0,
                "must be a time in milliseconds");
    }

    private static Kind flag() {
        return new Kind(JsonNode::isBoolean, "must be true or false");
    }

    private static Kind words() {
        return new Kind(
                TenantSettings::areWords,
                "must be a list of at most " + RiskWords.MOST_WORDS + " words of 1 to " + RiskWords.MOST_CHARS
                        + " characters");
    }

    private static boolean areWords(JsonNode value) {
        if (!value.isArray() || value.size() > RiskWords.MOST_WORDS) {
            return false;
        }
        for (JsonNode word : value) {
            if (!word.isTextual()
                    || word.textValue().isBlank()
                    || word.textValue().length() > RiskWords.MOST_CHARS) {
                return false;
            }
        }
        return true;
    }
}

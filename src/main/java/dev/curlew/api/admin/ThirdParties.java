package dev.curlew.api.admin;

import dev.curlew.config.DidYouMean;
import dev.curlew.protocol.ApiException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The services outside that can be set up, and what each wants to be told. A name that nobody reads is refused. */
final class ThirdParties {

    private static final int LONGEST = 2048;

    /** Every service there is; a new one is one more line. */
    private static final Map<String, Kind> KNOWN = Map.of(
            "sms", new Kind(Set.of("url"), Set.of("secret")),
            "oss", new Kind(Set.of("endpoint", "region", "bucket", "access_key_id"), Set.of("access_key_secret")),
            "content_safety", new Kind(Set.of("endpoint", "region", "access_key_id"), Set.of("access_key_secret")),
            "agora", new Kind(Set.of("app_id"), Set.of("app_certificate")));

    private record Kind(Set<String> settings, Set<String> secrets) {}

    private ThirdParties() {}

    /** @throws ApiException 40400 */
    static void requireKnown(String name) {
        if (!KNOWN.containsKey(name)) {
            throw ApiException.notFound("service");
        }
    }

    /** Null removes one. @throws ApiException 40002 naming what cannot be set, never its value */
    static void check(String name, Map<String, String> settings, Map<String, String> secrets) {
        Kind kind = KNOWN.get(name);
        check("settings", settings, kind.settings());
        check("secrets", secrets, kind.secrets());
    }

    private static void check(String what, Map<String, String> given, Set<String> known) {
        new TreeMap<>(given).forEach((key, value) -> {
            if (value == null) {
                return;
            }
            if (!known.contains(key)) {
                String near = DidYouMean.ending(key, known);
                throw ApiException.invalid(what + "." + key + ": unknown"
                        + (near.isEmpty()
                                ? "; known are "
                                        + String.join(
                                                ", ", known.stream().sorted().toList())
                                : near));
            }
            if (value.length() > LONGEST) {
                throw ApiException.invalid(what + "." + key + " is longer than " + LONGEST + " characters.");
            }
            if (key.equals("url") && !address(value)) {
                throw ApiException.invalid(what + "." + key + " has to be an address with http:// or https://.");
            }
        });
    }

    private static boolean address(String value) {
        try {
            URI uri = new URI(value);
            return uri.getHost() != null && List.of("http", "https").contains(uri.getScheme());
        } catch (URISyntaxException e) {
            return false;
        }
    }
}

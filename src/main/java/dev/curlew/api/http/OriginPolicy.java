package dev.curlew.api.http;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which web pages may talk to this node: those it serves itself, and the configured ones. Browsers send {@code Origin};
 * other clients do not, and are not concerned.
 */
public final class OriginPolicy {

    /** What a page is told that is neither: its developer has to be able to put it right. */
    public static final String REFUSAL = "Pages of this origin may not connect; the setting http.allowed_origins"
            + " (CURLEW_HTTP_ALLOWED_ORIGINS) names those that may.";

    private final boolean all;
    private final Set<String> allowed;

    /** @param allowedOrigins like {@code https://chat.example.org}; {@code *} allows all */
    public OriginPolicy(List<String> allowedOrigins) {
        this.all = allowedOrigins.contains("*");
        this.allowed = allowedOrigins.stream()
                .map(origin -> origin.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * @param origin the header, null when there is none
     * @param host the {@code Host} header
     */
    public boolean allows(String origin, String host) {
        return origin == null || sameHost(origin, host) || listed(origin);
    }

    /** True for an origin other than the node's own that may read answers. */
    public boolean listed(String origin) {
        return all || allowed.contains(origin.toLowerCase(Locale.ROOT));
    }

    private static boolean sameHost(String origin, String host) {
        if (host == null) {
            return false;
        }
        try {
            URI from = URI.create(origin);
            int standard = "https".equals(from.getScheme()) ? 443 : 80;
            URI to = URI.create(from.getScheme() + "://" + host);
            return from.getHost() != null
                    && from.getHost().equalsIgnoreCase(to.getHost())
                    && port(from, standard) == port(to, standard);
        } catch (IllegalArgumentException notAnOrigin) {
            return false;
        }
    }

    private static int port(URI uri, int standard) {
        return uri.getPort() == -1 ? standard : uri.getPort();
    }
}

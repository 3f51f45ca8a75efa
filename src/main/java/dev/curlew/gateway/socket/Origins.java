package dev.curlew.gateway.socket;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Which pages may connect: a browser opens sockets for any page, so the origin is checked at the handshake. */
final class Origins {

    private final boolean all;
    private final Set<String> allowed;

    Origins(List<String> allowed) {
        this.all = allowed.contains("*");
        this.allowed = allowed.stream().map(Origins::normal).collect(Collectors.toSet());
    }

    /**
     * @param origin the header, null when not sent (no browser)
     * @param host the {@code Host} the client asked for
     */
    boolean admits(String origin, String host) {
        if (origin == null || all) {
            return true;
        }
        String asked = normal(origin);
        int scheme = asked.indexOf("://");
        return allowed.contains(asked)
                || (scheme > 0 && host != null && asked.substring(scheme + 3).equals(host.toLowerCase(Locale.ROOT)));
    }

    private static String normal(String origin) {
        String text = origin.toLowerCase(Locale.ROOT);
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }
}

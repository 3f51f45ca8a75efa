package dev.curlew.dev;

import java.util.Locale;
import java.util.function.Supplier;

/** Where stores come from; {@code CURLEW_STORES} chooses. */
public enum StoresMode {
    /** Children of this JVM; neither Docker nor root is needed. */
    EMBEDDED,
    /** Running already; addresses come from the environment. */
    EXTERNAL,
    /** Containers started through Testcontainers. */
    CONTAINERS;

    public static StoresMode chosen() {
        String name = System.getenv().getOrDefault("CURLEW_STORES", "embedded");
        try {
            return valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "CURLEW_STORES is one of embedded, external, containers, not: " + name, e);
        }
    }

    /** Opens stores of this kind; the supplier makes the embedded ones. */
    public Stores open(Supplier<DevStores> embedded) {
        return switch (this) {
            case EMBEDDED -> embedded.get();
            case EXTERNAL -> ExternalStores.fromEnvironment(System.getenv());
            case CONTAINERS -> ContainerStores.start();
        };
    }
}

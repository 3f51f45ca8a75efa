package dev.curlew.api.auth;

import dev.curlew.config.SmsConfig;
import dev.curlew.store.CachedConfiguration;
import dev.curlew.vendor.SignedPost.Target;
import io.vertx.core.Future;
import java.util.Optional;

/** Where a tenant's codes are posted: the service administrators set up, else the one the node is configured with. */
public final class SmsSettings {

    private static final String SERVICE = "sms";

    private final Optional<Target> target;
    private final CachedConfiguration configuration;

    public SmsSettings(SmsConfig config, CachedConfiguration configuration) {
        this.configuration = configuration;
        this.target =
                config.url().isBlank() ? Optional.empty() : Optional.of(new Target(config.url(), config.secret()));
    }

    /** Empty where no codes can be sent. */
    Future<Optional<Target>> of(String tenant) {
        return configuration
                .thirdParty(SERVICE)
                .map(found -> found.filter(service -> !service.value("url").isBlank()
                                && !service.value("secret").isBlank())
                        .map(service -> new Target(service.value("url"), service.value("secret")))
                        .or(() -> target));
    }
}

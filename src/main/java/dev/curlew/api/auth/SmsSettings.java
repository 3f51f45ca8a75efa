package dev.curlew.api.auth;

import dev.curlew.config.SmsConfig;
import dev.curlew.vendor.SignedPost.Target;
import io.vertx.core.Future;
import java.util.Optional;

/** Where a tenant's codes are posted: the one service of this installation. */
public final class SmsSettings {

    private final Optional<Target> target;

    public SmsSettings(SmsConfig config) {
        this.target =
                config.url().isBlank() ? Optional.empty() : Optional.of(new Target(config.url(), config.secret()));
    }

    /** Empty where no codes can be sent. */
    Future<Optional<Target>> of(String tenant) {
        return Future.succeededFuture(target);
    }
}

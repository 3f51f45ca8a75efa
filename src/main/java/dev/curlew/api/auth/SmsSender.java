package dev.curlew.api.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import dev.curlew.vendor.SignedPost;
import dev.curlew.vendor.SignedPost.Target;
import io.vertx.core.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands codes to the service that brings them to phones. No log line of it holds a phone or a code. */
public final class SmsSender {

    private static final Logger LOG = LoggerFactory.getLogger(SmsSender.class);

    private final SmsSettings settings;
    private final SignedPost http;
    private final Without without;

    /** What becomes of a code where no service is set. */
    public enum Without {
        /** The code counts as sent: the configuration says what it is. */
        PRETEND,
        REFUSE
    }

    public SmsSender(SmsSettings settings, SignedPost http, Without without) {
        this.settings = settings;
        this.http = http;
        this.without = without;
    }

    /** Fails with 40300 where this tenant's codes cannot be sent. */
    Future<Void> ready(String tenant) {
        return settings.of(tenant)
                .compose(target -> target.isPresent() || without == Without.PRETEND
                        ? Future.succeededFuture()
                        : Future.failedFuture(unset()));
    }

    /** Ends when the service has taken the code; fails with 50300 when it did not. */
    Future<Void> send(String tenant, String scene, String phone, String code, long ttlS) {
        return settings.of(tenant).compose(target -> {
            if (target.isPresent()) {
                ObjectNode body = Json.object()
                        .put("tenant_id", tenant)
                        .put("scene", scene)
                        .put("phone", phone)
                        .put("code", code)
                        .put("ttl_s", ttlS);
                return post(target.get(), tenant, body);
            }
            if (without == Without.REFUSE) {
                return Future.failedFuture(unset());
            }
            LOG.info("A code was sent, tenant {}, scene: {}", tenant, scene);
            return Future.succeededFuture();
        });
    }

    private Future<Void> post(Target target, String tenant, ObjectNode body) {
        return http.send(target, body).transform(answer -> {
            if (answer.succeeded() && answer.result().ok()) {
                return Future.succeededFuture();
            }
            LOG.warn(
                    "A code could not be sent, tenant {}: {}",
                    tenant,
                    answer.succeeded()
                            ? "status " + answer.result().status()
                            : answer.cause().toString());
            return Future.failedFuture(ApiException.unavailable("The code could not be sent."));
        });
    }

    private static ApiException unset() {
        return new ApiException(ErrorCode.FORBIDDEN, "No codes are sent here.");
    }
}

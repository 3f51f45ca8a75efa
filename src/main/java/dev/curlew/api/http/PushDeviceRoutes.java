package dev.curlew.api.http;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.store.mysql.PushDeviceStore;
import dev.curlew.store.mysql.PushDeviceStore.Device;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/** {@code /v1/im/devices/{device_id}/push}: where a device of the caller is reminded while it is away. */
final class PushDeviceRoutes {

    private static final String PATH = "/v1/im/devices/:id/push";
    private static final int LONGEST_ID = 128;

    private final PushDeviceStore store;

    PushDeviceRoutes(PushDeviceStore store) {
        this.store = store;
    }

    record Registration(
            @NotNull @Pattern(regexp = "jpush|webhook", message = "must be one of jpush, webhook")
            String provider,

            @NotNull
            @Pattern(regexp = "[\\x21-\\x7E]{1,512}", message = "has to be 1 to 512 printable ASCII characters")
            String token) {}

    void bind(ApiRouter api) {
        api.user(HttpMethod.PUT, PATH, this::set);
        api.user(HttpMethod.DELETE, PATH, this::remove);
    }

    private Future<Reply> set(Exchange exchange) {
        Caller caller = exchange.caller();
        String id = deviceId(exchange);
        Registration body = exchange.body(Registration.class);
        return store.set(caller.tenant(), caller.uid(), new Device(id, body.provider(), body.token()))
                .map(done -> Reply.noContent());
    }

    private Future<Reply> remove(Exchange exchange) {
        Caller caller = exchange.caller();
        return store.remove(caller.tenant(), caller.uid(), deviceId(exchange)).map(done -> Reply.noContent());
    }

    private static String deviceId(Exchange exchange) {
        String id = exchange.path("id");
        if (id.isBlank()
                || id.codePointCount(0, id.length()) > LONGEST_ID
                || id.codePoints().anyMatch(c -> Character.isISOControl(c) || !Character.isDefined(c))) {
            throw ApiException.invalid("device_id: has to be 1 to " + LONGEST_ID + " printable characters");
        }
        return id;
    }
}

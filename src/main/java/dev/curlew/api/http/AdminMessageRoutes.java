package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Fields;
import dev.curlew.api.send.AdminSender;
import dev.curlew.api.send.Source;
import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** {@code /v1/admin/messages}: what is sent in a user's name by the product, the system or a bot (B-189). */
final class AdminMessageRoutes {

    private static final int MOST = 100;

    private final AdminSender sender;
    private final String defaultTenant;

    AdminMessageRoutes(AdminSender sender, String defaultTenant) {
        this.sender = sender;
        this.defaultTenant = defaultTenant;
    }

    record NewMessages(
            String tenant,
            @NotNull @Min(1) @Max(Fields.MAX_NUMBER) Long sendUid,
            @NotNull Integer msgFrom,
            @NotEmpty @Size(max = MOST) List<@NotNull ObjectNode> messages) {}

    void bind(ApiRouter api) {
        api.admin(HttpMethod.POST, "/v1/admin/messages", this::send);
    }

    private Future<Reply> send(Exchange exchange) {
        NewMessages body = exchange.body(NewMessages.class);
        Source source = Arrays.stream(Source.values())
                .filter(known -> known.code() == body.msgFrom())
                .findFirst()
                .orElseThrow(() -> ApiException.invalid("msg_from has to be 100, 200 or 300."));
        String tenant = exchange.tenant(body.tenant(), defaultTenant);
        return sender.send(tenant, body.sendUid(), source, body.messages())
                .map(results -> Reply.ok(Map.of("results", results)));
    }
}

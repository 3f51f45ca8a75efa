package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.admin.EnterpriseRegistrations;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import dev.curlew.store.mysql.EnterpriseRegistrationStore;
import dev.curlew.store.mysql.EnterpriseRegistrationStore.Registration;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Set;
import org.hibernate.validator.constraints.CodePointLength;

/** {@code /v1/admin/enterprise-registrations}: what companies that want a code have handed in, and what is decided. */
final class EnterpriseRegistrationRoutes {

    private static final String ALL = "/v1/admin/enterprise-registrations";
    private static final int MOST_MATERIAL = 16_384;
    private static final Set<String> STATES = Set.of(
            EnterpriseRegistrationStore.PENDING,
            EnterpriseRegistrationStore.APPROVED,
            EnterpriseRegistrationStore.DECLINED);

    private final EnterpriseRegistrations registrations;

    EnterpriseRegistrationRoutes(EnterpriseRegistrations registrations) {
        this.registrations = registrations;
    }

    record Submission(
            @NotNull String enterpriseCode,
            @NotNull @CodePointLength(min = 1, max = 128) String name,
            @CodePointLength(max = 256) String contact,
            ObjectNode material) {}

    record Decision(@NotNull String decision, String tenant) {}

    void bind(ApiRouter api) {
        api.admin(HttpMethod.POST, ALL, this::submit);
        api.admin(HttpMethod.GET, ALL, this::list);
        api.admin(HttpMethod.PATCH, ALL + "/:id", this::decide);
    }

    private Future<Reply> submit(Exchange exchange) {
        Submission body = exchange.body(Submission.class);
        ObjectNode material = body.material() == null ? Json.object() : body.material();
        if (Json.bytes(material).length > MOST_MATERIAL) {
            throw ApiException.invalid("material is longer than " + MOST_MATERIAL + " bytes.");
        }
        return registrations
                .submit(
                        EnterpriseRoutes.code(body.enterpriseCode()),
                        body.name(),
                        body.contact() == null ? "" : body.contact(),
                        material)
                .map(one -> Reply.created(json(one)));
    }

    private Future<Reply> list(Exchange exchange) {
        String state = exchange.query("state") == null ? EnterpriseRegistrationStore.PENDING : exchange.query("state");
        if (!STATES.contains(state)) {
            throw ApiException.invalid("state must be one of pending, approved, declined.");
        }
        int limit = EnterpriseRoutes.limit(exchange.query("limit"));
        long after = exchange.query("cursor") == null ? 0 : Exchange.number("cursor", exchange.query("cursor"));
        return registrations.list(state, after, limit + 1).map(found -> {
            List<Registration> page = found.size() > limit ? found.subList(0, limit) : found;
            ObjectNode body = Json.object();
            var list = body.putArray("registrations");
            page.forEach(one -> list.add(json(one)));
            return Reply.ok(
                    found.size() > limit
                            ? body.put(
                                    "next_cursor",
                                    Long.toString(page.get(limit - 1).id()))
                            : body.putNull("next_cursor"));
        });
    }

    private Future<Reply> decide(Exchange exchange) {
        long id = exchange.pathNumber("id");
        Decision body = exchange.body(Decision.class);
        Future<Registration> decided =
                switch (body.decision()) {
                    case "approve" -> {
                        if (body.tenant() == null) {
                            throw ApiException.invalid("tenant is missing.");
                        }
                        yield registrations.approve(id, body.tenant());
                    }
                    case "decline" -> registrations.decline(id);
                    default -> throw ApiException.invalid("decision must be one of approve, decline.");
                };
        return decided.map(one -> Reply.ok(json(one)));
    }

    private static ObjectNode json(Registration one) {
        ObjectNode body = Json.object()
                .put("id", one.id())
                .put("enterprise_code", one.code())
                .put("name", one.name())
                .put("contact", one.contact());
        body.set("material", one.material());
        return body.put("state", one.state())
                .put("tenant", one.tenant())
                .put("created_at", one.createdAt())
                .put("decided_at", one.decidedAt());
    }
}

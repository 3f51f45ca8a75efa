package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.admin.ConfigurationAdmin;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import dev.curlew.store.Configuration.Enterprise;
import dev.curlew.store.Configuration.Mode;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.constraints.NotNull;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Iterator;
import java.util.Locale;
import java.util.SortedMap;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.CodePointLength;

/** {@code /v1/admin/enterprises}: the codes people of a company know, and the tenants they lead to. */
final class EnterpriseRoutes {

    private static final String ALL = "/v1/admin/enterprises";
    private static final String ONE = ALL + "/:code";
    private static final int LIMIT = 50;
    private static final int MOST = 200;
    private static final Pattern CODE = Pattern.compile("[a-z0-9][a-z0-9_-]{0,31}");

    private final ConfigurationAdmin admin;

    EnterpriseRoutes(ConfigurationAdmin admin) {
        this.admin = admin;
    }

    record Change(
            @NotNull String tenant,
            @CodePointLength(min = 1, max = 128) String name,
            String mode,
            Boolean disabled) {}

    void bind(ApiRouter api) {
        api.admin(HttpMethod.GET, ALL, this::list);
        api.admin(
                HttpMethod.GET,
                ONE,
                exchange -> admin.current()
                        .enterprise(exchange.path("code"))
                        .map(found -> Reply.ok(json(ConfigurationAdmin.present(found, "enterprise")))));
        api.admin(HttpMethod.PUT, ONE, this::put);
        api.admin(
                HttpMethod.DELETE,
                ONE,
                exchange -> admin.removeEnterprise(code(exchange)).map(done -> Reply.noContent()));
    }

    private Future<Reply> list(Exchange exchange) {
        int limit = limit(exchange.query("limit"));
        String after = after(exchange.query("cursor"));
        return admin.current().enterprises().map(all -> Reply.ok(page(all, after, limit)));
    }

    private static ObjectNode page(SortedMap<String, Enterprise> all, String after, int limit) {
        ObjectNode body = Json.object();
        ArrayNode list = body.putArray("enterprises");
        // The first text after a code is the code and a zero character.
        Iterator<Enterprise> rest =
                (after == null ? all : all.tailMap(after + '\0')).values().iterator();
        String last = null;
        while (rest.hasNext() && list.size() < limit) {
            Enterprise one = rest.next();
            list.add(json(one));
            last = one.code();
        }
        return rest.hasNext() ? body.put("next_cursor", cursor(last)) : body.putNull("next_cursor");
    }

    private Future<Reply> put(Exchange exchange) {
        Change body = exchange.body(Change.class);
        Mode mode = body.mode() == null
                ? Mode.OPEN
                : Mode.of(body.mode()).orElseThrow(() -> ApiException.invalid("mode must be one of open, login."));
        String code = code(exchange);
        return admin.putEnterprise(new Enterprise(
                        code,
                        body.tenant(),
                        body.name() == null ? code : body.name(),
                        mode,
                        Boolean.TRUE.equals(body.disabled()),
                        0))
                .map(one -> Reply.ok(json(one)));
    }

    private static String code(Exchange exchange) {
        return code(exchange.path("code"));
    }

    /** In lower case; fails with 40002. */
    static String code(String given) {
        String code = given.toLowerCase(Locale.ROOT);
        if (!CODE.matcher(code).matches()) {
            throw ApiException.invalid("code has to be 1 to 32 of a-z, 0-9, '_' and '-'.");
        }
        return code;
    }

    static int limit(String given) {
        long limit = given == null ? LIMIT : Exchange.number("limit", given);
        if (limit < 1 || limit > MOST) {
            throw ApiException.invalid("limit is out of range: 1 to " + MOST + ".");
        }
        return (int) limit;
    }

    private static String cursor(String code) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(code.getBytes(StandardCharsets.UTF_8));
    }

    private static String after(String cursor) {
        if (cursor == null) {
            return null;
        }
        try {
            String code = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (CODE.matcher(code).matches()) {
                return code;
            }
        } catch (IllegalArgumentException e) {
            // No base64 at all.
        }
        throw ApiException.invalid("cursor is not one that this server gave.");
    }

    private static ObjectNode json(Enterprise one) {
        return Json.object()
                .put("enterprise_code", one.code())
                .put("tenant", one.tenant())
                .put("name", one.name())
                .put("mode", one.mode().code())
                .put("disabled", one.disabled())
                .put("updated_at", one.updatedAt());
    }
}

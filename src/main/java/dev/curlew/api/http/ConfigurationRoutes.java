package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.admin.ConfigurationAdmin;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import dev.curlew.store.Configuration.Dictionary;
import dev.curlew.store.Configuration.Entry;
import dev.curlew.store.Configuration.ThirdParty;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.CodePointLength;

/** {@code /v1/admin/parameters}, {@code dictionaries} and {@code third-party}: what is set for the whole installation. */
final class ConfigurationRoutes {

    private static final String DICTIONARY = "/v1/admin/dictionaries/:type";
    private static final String MASK = "***";
    private static final int MOST_AT_ONCE = 200;
    private static final int LONGEST_VALUE = 4096;
    private static final int MOST_ENTRIES = 1000;
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,63}");

    private final ConfigurationAdmin admin;

    ConfigurationRoutes(ConfigurationAdmin admin) {
        this.admin = admin;
    }

    record Parameters(@NotNull @Size(max = MOST_AT_ONCE) Map<String, String> parameters) {}

    record NewDictionary(
            @CodePointLength(min = 1, max = 128) String name,
            @NotNull @Size(max = MOST_ENTRIES) List<@NotNull @Valid NewEntry> entries) {}

    record NewEntry(
            @NotNull @CodePointLength(min = 1, max = 128) String value,
            @CodePointLength(min = 1, max = 128) String label,
            Boolean disabled) {}

    record ThirdPartyChange(Map<String, String> settings, Map<String, String> secrets) {}

    void bind(ApiRouter api) {
        api.admin(HttpMethod.GET, "/v1/admin/parameters", exchange -> parameters());
        api.admin(HttpMethod.PATCH, "/v1/admin/parameters", this::setParameters);
        api.admin(
                HttpMethod.GET,
                "/v1/admin/dictionaries",
                exchange -> admin.current().dictionaries().map(all -> {
                    ObjectNode body = Json.object();
                    ArrayNode list = body.putArray("dictionaries");
                    all.values().forEach(one -> list.add(json(one)));
                    return Reply.ok(body);
                }));
        api.admin(
                HttpMethod.GET,
                DICTIONARY,
                exchange -> admin.current()
                        .dictionary(exchange.path("type"))
                        .map(found -> Reply.ok(json(ConfigurationAdmin.present(found, "dictionary")))));
        api.admin(HttpMethod.PUT, DICTIONARY, this::putDictionary);
        api.admin(
                HttpMethod.DELETE,
                DICTIONARY,
                exchange -> admin.removeDictionary(exchange.path("type")).map(done -> Reply.noContent()));
        api.admin(
                HttpMethod.GET,
                "/v1/admin/third-party",
                exchange -> admin.current().thirdParties().map(all -> {
                    ObjectNode body = Json.object();
                    ArrayNode list = body.putArray("third_party");
                    all.values().forEach(one -> list.add(json(one)));
                    return Reply.ok(body);
                }));
        api.admin(HttpMethod.PATCH, "/v1/admin/third-party/:name", this::changeThirdParty);
    }

    private Future<Reply> parameters() {
        return admin.current().parameters().map(all -> Reply.ok(Map.of("parameters", List.copyOf(all.values()))));
    }

    private Future<Reply> setParameters(Exchange exchange) {
        Parameters body = exchange.body(Parameters.class);
        body.parameters().forEach((name, value) -> {
            requireName("parameters", name);
            if (value != null && value.codePointCount(0, value.length()) > LONGEST_VALUE) {
                throw ApiException.invalid("parameters." + name + " is longer than " + LONGEST_VALUE + " characters.");
            }
        });
        return admin.setParameters(body.parameters()).compose(done -> parameters());
    }

    private Future<Reply> putDictionary(Exchange exchange) {
        String type = exchange.path("type");
        requireName("type", type);
        NewDictionary body = exchange.body(NewDictionary.class);
        Set<String> values = new HashSet<>();
        List<Entry> entries = body.entries().stream()
                .map(entry -> {
                    if (!values.add(entry.value())) {
                        throw ApiException.invalid("entries has a value twice.");
                    }
                    String label = entry.label() == null ? entry.value() : entry.label();
                    return new Entry(entry.value(), label, Boolean.TRUE.equals(entry.disabled()));
                })
                .toList();
        return admin.putDictionary(type, body.name() == null ? type : body.name(), entries)
                .map(one -> Reply.ok(json(one)));
    }

    private Future<Reply> changeThirdParty(Exchange exchange) {
        ThirdPartyChange body = exchange.body(ThirdPartyChange.class);
        return admin.changeThirdParty(
                        exchange.path("name"),
                        body.settings() == null ? Map.of() : body.settings(),
                        body.secrets() == null ? Map.of() : body.secrets())
                .map(one -> Reply.ok(json(one)));
    }

    private static void requireName(String field, String name) {
        if (!NAME.matcher(name).matches()) {
            throw ApiException.invalid(field + ": a name is 1 to 64 of a-z, 0-9, '_', '.' and '-'.");
        }
    }

    private static ObjectNode json(Dictionary one) {
        ObjectNode body = Json.object().put("type", one.type()).put("name", one.name());
        ArrayNode entries = body.putArray("entries");
        one.entries()
                .forEach(entry -> entries.addObject()
                        .put("value", entry.value())
                        .put("label", entry.label())
                        .put("disabled", entry.disabled()));
        return body.put("updated_at", one.updatedAt());
    }

    /** Of a secret only that it is there. */
    private static ObjectNode json(ThirdParty one) {
        ObjectNode body = Json.object().put("name", one.name());
        ObjectNode settings = body.putObject("settings");
        one.settings().forEach(settings::put);
        ObjectNode secrets = body.putObject("secrets");
        one.secrets().keySet().forEach(key -> secrets.put(key, MASK));
        return body.put("updated_at", one.updatedAt());
    }
}

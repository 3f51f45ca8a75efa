package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The HTTP twins of socket operations: path, query and body become the operation's data. Those not there are not bound. */
final class OperationRoutes {

    private static final String CONVERSATIONS = "/v1/im/conversations";
    private static final String CONVERSATION = CONVERSATIONS + "/:id";
    private static final String MESSAGE = CONVERSATION + "/messages/:seq";
    private static final String ID_FIELD = "conversation_id";

    private final Map<String, Operation> operations;

    OperationRoutes(Map<String, Operation> operations) {
        this.operations = operations;
    }

    void bind(ApiRouter api) {
        bind(api, HttpMethod.POST, "/v1/im/messages", "send", Exchange::body);
        bind(api, HttpMethod.GET, CONVERSATIONS, "conversations", exchange -> {
            ObjectNode data = Json.object();
            number(exchange, data, "limit");
            if (exchange.query("cursor") != null) {
                data.put("cursor", exchange.query("cursor"));
            }
            return data;
        });
        bind(api, HttpMethod.GET, CONVERSATION + "/messages", "pull", exchange -> {
            ObjectNode data = Json.object().put(ID_FIELD, exchange.path("id"));
            number(exchange, data, "after_seq");
            number(exchange, data, "before_seq");
            number(exchange, data, "limit");
            return data;
        });
        bind(
                api,
                HttpMethod.POST,
                CONVERSATION + "/read",
                "read",
                exchange -> exchange.body().put(ID_FIELD, exchange.path("id")));
        bindChanges(api);
        bind(api, HttpMethod.GET, "/v1/im/unread", "unread", exchange -> Json.object());
        bind(api, HttpMethod.GET, "/v1/im/bootstrap", "bootstrap", exchange -> Json.object());
        bind(api, HttpMethod.GET, "/v1/im/presence", "presence", OperationRoutes::uids);
    }

    private void bindChanges(ApiRouter api) {
        bind(api, HttpMethod.GET, CONVERSATIONS + "/changes", "sync_conversations", exchange -> {
            ObjectNode data = Json.object();
            number(exchange, data, "version");
            if (exchange.query("ids_hash") != null) {
                data.put("ids_hash", exchange.query("ids_hash"));
            }
            return data;
        });
        bind(api, HttpMethod.GET, CONVERSATION + "/changes", "changes", exchange -> {
            ObjectNode data = conversation(exchange);
            number(exchange, data, "after_version");
            number(exchange, data, "limit");
            return data;
        });
        bind(api, HttpMethod.GET, CONVERSATION + "/threads/:root_seq", "thread", exchange -> {
            ObjectNode data = conversation(exchange).put("root_seq", exchange.pathNumber("root_seq"));
            number(exchange, data, "after_seq");
            number(exchange, data, "limit");
            return data;
        });
        bind(api, HttpMethod.GET, CONVERSATION + "/mentions", "mentions", exchange -> {
            ObjectNode data = conversation(exchange);
            number(exchange, data, "before_seq");
            number(exchange, data, "limit");
            return data;
        });
        bind(api, HttpMethod.GET, CONVERSATION + "/receipts", "receipts", exchange -> {
            ObjectNode data = conversation(exchange);
            number(exchange, data, "seq");
            number(exchange, data, "limit");
            if (exchange.query("cursor") != null) {
                data.put("cursor", exchange.query("cursor"));
            }
            return data;
        });
        bind(api, HttpMethod.POST, CONVERSATION + "/clear", "clear", OperationRoutes::conversation);
        bind(
                api,
                HttpMethod.PATCH,
                CONVERSATION,
                "set_conversation",
                exchange -> exchange.body().put(ID_FIELD, exchange.path("id")));
        bind(api, HttpMethod.DELETE, CONVERSATION, "hide_conversation", OperationRoutes::conversation);
        bind(api, HttpMethod.POST, MESSAGE + "/revoke", "revoke", OperationRoutes::message);
        bind(api, HttpMethod.PATCH, MESSAGE, "edit", exchange -> {
            ObjectNode data = exchange.body();
            data.setAll(message(exchange));
            return data;
        });
        bind(api, HttpMethod.DELETE, MESSAGE, "delete", exchange -> {
            ObjectNode data = conversation(exchange);
            data.putArray("seqs").add(exchange.pathNumber("seq"));
            return data.put("scope", exchange.query("scope"));
        });
    }

    private static ObjectNode conversation(Exchange exchange) {
        return Json.object().put(ID_FIELD, exchange.path("id"));
    }

    private static ObjectNode message(Exchange exchange) {
        return conversation(exchange).put("seq", exchange.pathNumber("seq"));
    }

    private void bind(ApiRouter api, HttpMethod method, String path, String name, Function<Exchange, ObjectNode> data) {
        Operation operation = operations.get(name);
        if (operation != null) {
            api.user(method, path, exchange -> run(operation, exchange, data.apply(exchange)));
        }
    }

    private static Future<Reply> run(Operation operation, Exchange exchange, ObjectNode data) {
        return operation.run(exchange.caller(), data).map(result -> Reply.ok(result == null ? Json.object() : result));
    }

    private static void number(Exchange exchange, ObjectNode data, String name) {
        String value = exchange.query(name);
        if (value != null) {
            data.put(name, Exchange.number(name, value));
        }
    }

    private static ObjectNode uids(Exchange exchange) {
        List<Long> named = QueryLists.numbers(exchange, "uids");
        if (named.isEmpty()) {
            throw ApiException.invalid("uids is missing.");
        }
        ObjectNode data = Json.object();
        ArrayNode uids = data.putArray("uids");
        named.forEach(uids::add);
        return data;
    }
}

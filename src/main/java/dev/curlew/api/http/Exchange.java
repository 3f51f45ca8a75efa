package dev.curlew.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.RequestBody;
import dev.curlew.api.auth.TokenGuard;
import dev.curlew.api.op.Fields;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One request, as an endpoint sees it: typed parts, and who asks. */
public final class Exchange {

    private static final String TENANT = "tenant";
    private static final String TENANT_HEADER = "X-Tenant";
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

    private final RoutingContext context;
    /** The body, once it was read. */
    private ObjectNode read;

    private final TokenGuard.Verified token;

    Exchange(RoutingContext context, TokenGuard.Verified token) {
        this.context = context;
        this.token = token;
    }

    /** The token of the caller; null where none is asked for. */
    public TokenGuard.Verified token() {
        return token;
    }

    public Caller caller() {
        return new Caller(token.tenant(), token.uid(), token.platform(), token.tokenId(), null);
    }

    /** Fails with 40001 when the body is not one JSON object, and with 40002 when a text in it is half a character. */
    public ObjectNode body() {
        Buffer body = context.body().buffer();
        byte[] bytes = body == null ? new byte[0] : body.getBytes();
        requireUtf8(bytes);
        ObjectNode data = Json.parseObject(bytes);
        Fields.requireWellFormed(data);
        read = data;
        return data;
    }

    /** The JSON parser lets some longer spellings of a character through. */
    private static void requireUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw new ApiException(ErrorCode.INVALID_JSON, "The text is not UTF-8.");
        }
    }

    /** Fails with 40001 or 40002. */
    public <T> T body(Class<T> type) {
        return RequestBody.bind(body(), type);
    }

    public String path(String name) {
        return context.pathParam(name);
    }

    public long pathNumber(String name) {
        return number(name, path(name));
    }

    /** A value of the query, or null. */
    public String query(String name) {
        return context.queryParams().get(name);
    }

    /** All values the query has of that name. */
    List<String> queries(String name) {
        return context.queryParams().getAll(name);
    }

    /** A header, or null. */
    public String header(String name) {
        return context.request().getHeader(name);
    }

    /** True while somebody still waits for the answer. */
    public BooleanSupplier wanted() {
        HttpServerResponse response = context.response();
        return () -> !response.ended() && !response.closed();
    }

    /** Says which tenant the request turned out to be for, for the log; a token says it by itself. */
    void concerns(String tenant) {
        context.put(Failures.TENANT, tenant);
    }

    /**
     * The tenant a request names where no token does: in its body, its query or its header; else the default, which may be empty. Fails
     * with 40002 when it names two, so that nothing happens to a tenant that was not meant.
     */
    public String tenant(String given, String otherwise) {
        Set<String> named = new LinkedHashSet<>();
        Stream.of(given, query(TENANT), context.request().getHeader(TENANT_HEADER), inBody(TENANT))
                .filter(Objects::nonNull)
                .forEach(named::add);
        if (named.size() > 1) {
            throw ApiException.invalid("tenant is named differently in body, query or header.");
        }
        return named.isEmpty() ? otherwise : named.iterator().next();
    }

    /** A text of the body, where there is one that can be read; null otherwise. */
    private String inBody(String field) {
        Buffer body = context.body().buffer();
        if (body == null || body.length() == 0) {
            return null;
        }
        try {
            JsonNode value = (read == null ? Json.parseObject(body.getBytes()) : read).get(field);
            return value != null && value.isTextual() ? value.textValue() : null;
        } catch (ApiException notAnObject) {
            return null;
        }
    }

    /** Fails with 40002 naming the parameter. */
    static long number(String name, String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw ApiException.invalid(name + " has to be a whole number.");
        }
        try {
            long number = Long.parseLong(text);
            if (Math.abs(number) <= Fields.MAX_NUMBER) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Too long even for that.
        }
        throw ApiException.invalid(name + " is out of range: at most " + Fields.MAX_NUMBER + ".");
    }
}

package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** A page of a list in the order of a number that each of its entries has: {@code limit}, {@code cursor} and {@code next_cursor}. */
record ListPage(long after, int limit) {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 200;

    /** @param first what the first page begins behind */
    static ListPage of(Exchange exchange, long first) {
        String limit = exchange.query("limit");
        long wanted = limit == null ? DEFAULT_LIMIT : Exchange.number("limit", limit);
        if (wanted < 1 || wanted > LARGEST_LIMIT) {
            throw ApiException.invalid("limit is out of range.");
        }
        String cursor = exchange.query("cursor");
        return new ListPage(cursor == null ? first : decode(cursor), (int) wanted);
    }

    /** To be read, one more than is shown: it tells whether there are others. */
    int read() {
        return limit + 1;
    }

    /** Those of the entries that are shown. */
    <T> List<T> shown(List<T> found) {
        return found.size() > limit ? found.subList(0, limit) : found;
    }

    <T> ObjectNode reply(String name, List<T> found, ToLongFunction<T> number, Function<T, ObjectNode> json) {
        List<T> shown = shown(found);
        ObjectNode reply = Json.object();
        ArrayNode list = reply.putArray(name);
        shown.forEach(entry -> list.add(json.apply(entry)));
        if (found.size() > limit) {
            return reply.put("next_cursor", encode(number.applyAsLong(shown.get(limit - 1))));
        }
        return reply.putNull("next_cursor");
    }

    private static String encode(long number) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("after:" + number).getBytes(StandardCharsets.UTF_8));
    }

    private static long decode(String cursor) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (text.startsWith("after:")) {
                return Long.parseLong(text.substring("after:".length()));
            }
        } catch (IllegalArgumentException e) {
            // Not one of ours, as below.
        }
        throw ApiException.invalid("cursor is not one that this server gave.");
    }
}

package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Where a page in the order of a name ended, as opaque text. */
final class TextCursor {

    private TextCursor() {}

    /** Empty for null, which is the beginning. @throws ApiException 40002 for what the server did not hand out */
    static String decode(String cursor, Predicate<String> form) {
        if (cursor == null) {
            return "";
        }
        try {
            String name = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (form.test(name)) {
                return name;
            }
        } catch (IllegalArgumentException e) {
            // No base64 at all.
        }
        throw ApiException.invalid("cursor is not one that this server gave.");
    }

    /** @param found one more than the limit where there is a next page */
    static <T> ObjectNode page(
            String list, List<T> found, int limit, Function<T, String> name, Function<T, ObjectNode> json) {
        ObjectNode reply = Json.object();
        ArrayNode entries = reply.putArray(list);
        found.stream().limit(limit).forEach(one -> entries.add(json.apply(one)));
        return found.size() > limit
                ? reply.put("next_cursor", encode(name.apply(found.get(limit - 1))))
                : reply.putNull("next_cursor");
    }

    private static String encode(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(StandardCharsets.UTF_8));
    }
}

package dev.curlew.api.group;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.group.GroupViews.Slice;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Pages in the order of a number that every entry has. */
public final class NumberPages {

    private NumberPages() {}

    /** What a page that goes downwards begins below. @throws dev.curlew.protocol.ApiException 40002 for a cursor that is none */
    static long before(Slice slice) {
        long after = slice.after();
        return after == 0 ? Long.MAX_VALUE : after;
    }

    /** @param found one more than the limit where there is a next page */
    public static <T> ObjectNode reply(
            String name, List<T> found, int limit, ToLongFunction<T> number, Function<T, ObjectNode> json) {
        List<T> page = found.size() > limit ? found.subList(0, limit) : found;
        ObjectNode reply = Json.object();
        ArrayNode list = reply.putArray(name);
        page.forEach(entry -> list.add(json.apply(entry)));
        return found.size() > limit
                ? reply.put("next_cursor", NumberCursor.encode(number.applyAsLong(page.get(limit - 1))))
                : reply.putNull("next_cursor");
    }
}

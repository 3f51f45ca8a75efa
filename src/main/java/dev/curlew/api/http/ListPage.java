package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.group.GroupViews.Slice;
import dev.curlew.api.group.NumberCursor;
import dev.curlew.api.group.NumberPages;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** A page of a list in the order of a number that each of its entries has: {@code limit}, {@code cursor} and {@code next_cursor}. */
record ListPage(long after, int limit) {

    /** @param first what the first page begins behind */
    static ListPage of(Exchange exchange, long first) {
        Slice slice = GroupPaths.slice(exchange);
        return new ListPage(slice.cursor() == null ? first : NumberCursor.decode(slice.cursor()), slice.limit());
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
        return NumberPages.reply(name, found, limit, number, json);
    }
}

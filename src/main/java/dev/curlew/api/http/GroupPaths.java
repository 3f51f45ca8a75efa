package dev.curlew.api.http;

import dev.curlew.api.group.GroupViews.Slice;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;

/** The parts that requests about groups have in common. */
final class GroupPaths {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 200;

    private GroupPaths() {}

    /** A topic that is none looks like one of nobody's. */
    static GroupId group(Exchange exchange) {
        return GroupId.ofTopic(exchange.path("topic")).orElseThrow(() -> ApiException.notFound("group"));
    }

    /** Fails with 40002 for a limit out of range. */
    static Slice slice(Exchange exchange) {
        return new Slice(exchange.query("cursor"), limit(exchange));
    }

    /** Fails with 40002 for one out of range. */
    static int limit(Exchange exchange) {
        String limit = exchange.query("limit");
        long number = limit == null ? DEFAULT_LIMIT : Exchange.number("limit", limit);
        if (number < 1 || number > LARGEST_LIMIT) {
            throw ApiException.invalid("limit is out of range: 1 to " + LARGEST_LIMIT + ".");
        }
        return (int) number;
    }
}

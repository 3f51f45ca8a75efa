package dev.curlew.api.http;

import dev.curlew.api.group.FileViews;
import io.vertx.core.http.HttpMethod;

/** {@code …/files} of a group: what came with its messages. */
public final class GroupFileRoutes implements Routes {

    private final FileViews views;

    public GroupFileRoutes(FileViews views) {
        this.views = views;
    }

    @Override
    public void bind(ApiRouter api) {
        api.user(
                HttpMethod.GET,
                GroupRoutes.GROUP + "/files",
                exchange -> views.page(exchange.caller(), GroupPaths.group(exchange), GroupPaths.slice(exchange))
                        .map(Reply::ok));
    }
}

package dev.curlew.api.http;

import dev.curlew.api.group.GroupViews;
import dev.curlew.api.http.GroupBodies.GroupChange;
import dev.curlew.api.http.GroupBodies.NewGroup;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.store.group.GroupActor;
import dev.curlew.store.group.Groups;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/** {@code /v1/im/groups}: making groups, seeing and changing them. */
public final class GroupRoutes implements Routes {

    static final String GROUPS = "/v1/im/groups";
    static final String GROUP = GROUPS + "/:topic";

    private final Groups groups;
    private final GroupViews views;

    public GroupRoutes(Groups groups, GroupViews views) {
        this.groups = groups;
        this.views = views;
    }

    @Override
    public void bind(ApiRouter api) {
        api.user(HttpMethod.POST, GROUPS, this::create);
        api.user(
                HttpMethod.GET,
                GROUPS,
                exchange -> views.mine(exchange.caller(), GroupPaths.slice(exchange))
                        .map(Reply::ok));
        api.user(
                HttpMethod.GET,
                GROUP,
                exchange ->
                        views.one(exchange.caller(), GroupPaths.group(exchange)).map(Reply::ok));
        api.user(HttpMethod.PATCH, GROUP, this::change);
        api.user(HttpMethod.DELETE, GROUP, this::dissolve);
    }

    private Future<Reply> create(Exchange exchange) {
        Caller caller = exchange.caller();
        NewGroup body = exchange.body(NewGroup.class);
        GroupBodies.requireName(body.name());
        Groups.NewGroup wanted = new Groups.NewGroup(
                0, body.name(), new GroupActor(caller.uid()), caller.uid(), GroupBodies.orNone(body.memberUids()));
        return groups.create(caller.tenant(), wanted).map(group -> Reply.created(views.json(group)));
    }

    private Future<Reply> change(Exchange exchange) {
        Caller caller = exchange.caller();
        GroupChange body = exchange.body(GroupChange.class);
        if (body.oversees()) {
            throw ApiException.invalid("large and review are the administrator's to say.");
        }
        return groups.change(caller.tenant(), GroupPaths.group(exchange), new GroupActor(caller.uid()), body.patch())
                .map(group -> Reply.ok(views.json(group)));
    }

    private Future<Reply> dissolve(Exchange exchange) {
        Caller caller = exchange.caller();
        return groups.dissolve(caller.tenant(), GroupPaths.group(exchange), new GroupActor(caller.uid()))
                .map(group -> Reply.noContent());
    }
}

package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.group.GroupViews;
import dev.curlew.api.group.GroupViews.MemberFilter;
import dev.curlew.api.http.GroupBodies.MemberChange;
import dev.curlew.api.http.GroupBodies.Uids;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupRole;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.store.Presence;
import dev.curlew.store.group.GroupActor;
import dev.curlew.store.group.GroupChanges.Done;
import dev.curlew.store.group.MemberRoles;
import dev.curlew.store.group.Memberships;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/** {@code /v1/im/groups/{topic}/members} and {@code …/blocked}: who is in a group, who comes and who goes. */
public final class GroupMemberRoutes implements Routes {

    private static final String MEMBERS = GroupRoutes.GROUP + "/members";
    private static final String MEMBER = MEMBERS + "/:uid";
    private static final String BLOCKED = GroupRoutes.GROUP + "/blocked";
    private static final String ME = "me";

    private final Memberships memberships;
    private final MemberRoles roles;
    private final GroupViews views;

    public GroupMemberRoutes(Memberships memberships, MemberRoles roles, GroupViews views) {
        this.memberships = memberships;
        this.roles = roles;
        this.views = views;
    }

    @Override
    public void bind(ApiRouter api) {
        api.user(HttpMethod.GET, MEMBERS, this::list);
        api.user(HttpMethod.POST, MEMBERS, this::add);
        api.user(HttpMethod.PATCH, MEMBER, this::change);
        api.user(HttpMethod.DELETE, MEMBER, this::remove);
        api.user(
                HttpMethod.GET,
                BLOCKED,
                exchange -> views.blocked(exchange.caller(), GroupPaths.group(exchange), GroupPaths.slice(exchange))
                        .map(Reply::ok));
        api.user(HttpMethod.DELETE, BLOCKED + "/:uid", this::unblock);
    }

    private Future<Reply> list(Exchange exchange) {
        return views.members(
                        exchange.caller(), GroupPaths.group(exchange), filter(exchange), GroupPaths.slice(exchange))
                .map(Reply::ok);
    }

    private Future<Reply> add(Exchange exchange) {
        Caller caller = exchange.caller();
        Uids body = exchange.body(Uids.class);
        GroupId group = GroupPaths.group(exchange);
        return memberships
                .add(caller.tenant(), group, new GroupActor(caller.uid()), body.uids())
                .map(done -> Reply.ok(added(done)));
    }

    private Future<Reply> change(Exchange exchange) {
        Caller caller = exchange.caller();
        MemberChange body = exchange.body(MemberChange.class);
        GroupId group = GroupPaths.group(exchange);
        long uid = uid(exchange);
        return roles.change(caller.tenant(), group, new GroupActor(caller.uid()), uid, body.patch())
                .compose(done -> views.member(caller.tenant(), group, uid))
                .map(Reply::ok);
    }

    private Future<Reply> remove(Exchange exchange) {
        Caller caller = exchange.caller();
        GroupId group = GroupPaths.group(exchange);
        long uid = uid(exchange);
        GroupActor by = new GroupActor(caller.uid());
        if (uid == caller.uid()) {
            return memberships.leave(caller.tenant(), group, uid).map(left -> Reply.noContent());
        }
        return (flag(exchange, "block")
                        ? memberships.block(caller.tenant(), group, by, uid)
                        : memberships.remove(caller.tenant(), group, by, uid))
                .map(removed -> Reply.noContent());
    }

    private Future<Reply> unblock(Exchange exchange) {
        Caller caller = exchange.caller();
        return memberships
                .unblock(
                        caller.tenant(),
                        GroupPaths.group(exchange),
                        new GroupActor(caller.uid()),
                        exchange.pathNumber("uid"))
                .map(done -> Reply.noContent());
    }

    /** Who was not in before, and the group as it is now. */
    ObjectNode added(Done done) {
        ObjectNode reply = Json.object();
        done.effect().added().forEach(reply.putArray("uids")::add);
        reply.set("group", views.json(done.group()));
        return reply;
    }

    /** Null when none is asked for. */
    static GroupRole role(Exchange exchange) {
        String role = exchange.query("role");
        return role == null
                ? null
                : GroupRole.named(role)
                        .orElseThrow(() -> ApiException.invalid("role must be one of owner, admin, member."));
    }

    private static MemberFilter filter(Exchange exchange) {
        GroupRole named = role(exchange);
        if (exchange.query("online") == null) {
            return new MemberFilter(named, null);
        }
        return new MemberFilter(named, flag(exchange, "online") ? Presence.State.ONLINE : Presence.State.OFFLINE);
    }

    /** False when it is not there. */
    static boolean flag(Exchange exchange, String name) {
        String value = exchange.query(name);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            throw ApiException.invalid(name + " must be true or false.");
        }
        return "true".equals(value);
    }

    private static long uid(Exchange exchange) {
        return exchange.path("uid").equals(ME) ? exchange.caller().uid() : exchange.pathNumber("uid");
    }
}

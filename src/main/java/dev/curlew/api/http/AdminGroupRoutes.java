package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.group.GroupViews;
import dev.curlew.api.group.NamedUsers;
import dev.curlew.api.http.GroupBodies.AdminGroup;
import dev.curlew.api.http.GroupBodies.GroupChange;
import dev.curlew.api.http.GroupBodies.MemberChange;
import dev.curlew.api.http.GroupBodies.NewMembers;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Json;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.group.GroupActor;
import dev.curlew.store.group.Groups;
import dev.curlew.store.group.MemberRoles;
import dev.curlew.store.group.Memberships;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** {@code /v1/admin/groups}: what a product's backend does with groups. It needs no role in them. */
public final class AdminGroupRoutes implements Routes {

    private static final String GROUPS = "/v1/admin/groups";
    private static final String GROUP = GROUPS + "/:topic";
    private static final String MEMBERS = GROUP + "/members";
    private static final String MEMBER = MEMBERS + "/:uid";
    private static final String BLOCKED = GROUP + "/blocked";

    private final Groups groups;
    private final Memberships memberships;
    private final MemberRoles roles;
    private final GroupViews views;
    private final NamedUsers named;
    private final NamedTenant about;

    public AdminGroupRoutes(
            Groups groups,
            Memberships memberships,
            MemberRoles roles,
            GroupViews views,
            NamedUsers named,
            TenantDirectory tenants,
            String defaultTenant) {
        this.groups = groups;
        this.memberships = memberships;
        this.roles = roles;
        this.views = views;
        this.named = named;
        this.about = new NamedTenant(tenants, defaultTenant);
    }

    @Override
    public void bind(ApiRouter api) {
        api.admin(HttpMethod.POST, GROUPS, this::create);
        api.admin(
                HttpMethod.GET,
                GROUP,
                exchange -> about.in(
                                exchange,
                                exchange.query("tenant"),
                                tenant -> views.any(tenant, GroupPaths.group(exchange)))
                        .map(Reply::ok));
        api.admin(
                HttpMethod.GET,
                MEMBERS,
                exchange -> about.in(
                                exchange,
                                exchange.query("tenant"),
                                tenant -> views.anyMembers(
                                        tenant,
                                        GroupPaths.group(exchange),
                                        GroupMemberRoutes.role(exchange),
                                        GroupPaths.slice(exchange)))
                        .map(Reply::ok));
        api.admin(HttpMethod.PATCH, GROUP, this::change);
        api.admin(
                HttpMethod.DELETE,
                GROUP,
                exchange -> about.in(
                                exchange,
                                exchange.query("tenant"),
                                tenant -> groups.dissolve(tenant, GroupPaths.group(exchange), GroupActor.SYSTEM))
                        .map(done -> Reply.noContent()));
        api.admin(HttpMethod.POST, MEMBERS, this::add);
        api.admin(HttpMethod.PATCH, MEMBER, this::changeMember);
        api.admin(HttpMethod.DELETE, MEMBER, this::remove);
        api.admin(HttpMethod.GET, GROUPS, this::list);
        api.admin(
                HttpMethod.GET,
                BLOCKED,
                exchange -> about.in(
                                exchange,
                                exchange.query("tenant"),
                                tenant -> views.anyBlocked(
                                        tenant, GroupPaths.group(exchange), GroupPaths.slice(exchange)))
                        .map(Reply::ok));
        api.admin(HttpMethod.DELETE, BLOCKED + "/:uid", this::unblock);
    }

    private Future<Reply> create(Exchange exchange) {
        AdminGroup body = exchange.body(AdminGroup.class);
        GroupBodies.requireName(body.name());
        body.requireOneOwner();
        return about.in(exchange, body.tenant(), tenant -> create(tenant, body))
                .map(group -> Reply.created(views.json(group)));
    }

    private Future<Group> create(String tenant, AdminGroup body) {
        boolean byUid = body.ownerUid() != null;
        Future<List<Long>> owner = named.uids(
                tenant, byUid ? List.of(body.ownerUid()) : List.of(), byUid ? List.of() : List.of(body.ownerAccount()));
        Future<List<Long>> members =
                named.uids(tenant, GroupBodies.orNone(body.memberUids()), GroupBodies.orNone(body.memberAccounts()));
        return Future.all(owner, members)
                .compose(found -> groups.create(
                        tenant,
                        new Groups.NewGroup(
                                0,
                                body.name(),
                                GroupActor.SYSTEM,
                                owner.result().get(0),
                                members.result())));
    }

    private Future<Reply> change(Exchange exchange) {
        GroupChange body = exchange.body(GroupChange.class);
        GroupId id = GroupPaths.group(exchange);
        Groups.Patch patch = body.patch();
        return about.in(exchange, body.tenant(), tenant -> {
                    Future<Group> changed = groups.change(tenant, id, GroupActor.SYSTEM, patch);
                    return body.oversees() ? changed.compose(done -> groups.oversee(tenant, id, body::over)) : changed;
                })
                .map(group -> Reply.ok(views.json(group)));
    }

    private Future<Reply> add(Exchange exchange) {
        NewMembers body = exchange.body(NewMembers.class);
        body.requireSome();
        GroupId id = GroupPaths.group(exchange);
        return about.in(
                        exchange,
                        body.tenant(),
                        tenant -> named.uids(
                                        tenant, GroupBodies.orNone(body.uids()), GroupBodies.orNone(body.accounts()))
                                .compose(uids -> memberships.add(tenant, id, GroupActor.SYSTEM, uids)))
                .map(done -> {
                    ObjectNode reply = Json.object();
                    done.effect().added().forEach(reply.putArray("uids")::add);
                    reply.set("group", views.json(done.group()));
                    return Reply.ok(reply);
                });
    }

    private Future<Reply> changeMember(Exchange exchange) {
        MemberChange body = exchange.body(MemberChange.class);
        GroupId id = GroupPaths.group(exchange);
        long uid = exchange.pathNumber("uid");
        return about.in(
                        exchange,
                        body.tenant(),
                        tenant -> roles.change(tenant, id, GroupActor.SYSTEM, uid, body.patch())
                                .compose(done -> views.member(tenant, id, uid)))
                .map(Reply::ok);
    }

    private Future<Reply> remove(Exchange exchange) {
        GroupId id = GroupPaths.group(exchange);
        long uid = exchange.pathNumber("uid");
        boolean forGood = GroupMemberRoutes.flag(exchange, "block");
        return about.in(
                        exchange,
                        exchange.query("tenant"),
                        tenant -> forGood
                                ? memberships.block(tenant, id, GroupActor.SYSTEM, uid)
                                : memberships.remove(tenant, id, GroupActor.SYSTEM, uid))
                .map(done -> Reply.noContent());
    }

    private Future<Reply> list(Exchange exchange) {
        String owner = exchange.query("owner_uid");
        Long ownerUid = owner == null ? null : Long.valueOf(Exchange.number("owner_uid", owner));
        return about.in(
                        exchange,
                        exchange.query("tenant"),
                        tenant -> views.all(tenant, ownerUid, GroupPaths.slice(exchange)))
                .map(Reply::ok);
    }

    private Future<Reply> unblock(Exchange exchange) {
        GroupId id = GroupPaths.group(exchange);
        long uid = exchange.pathNumber("uid");
        return about.in(
                        exchange,
                        exchange.query("tenant"),
                        tenant -> memberships.unblock(tenant, id, GroupActor.SYSTEM, uid))
                .map(done -> Reply.noContent());
    }
}

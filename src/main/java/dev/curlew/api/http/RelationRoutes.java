package dev.curlew.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Fields;
import dev.curlew.api.relation.RelationDesk;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.mysql.BlockStore.Blocked;
import dev.curlew.store.mysql.FriendRequestStore.FriendRequest;
import dev.curlew.store.mysql.FriendRequestStore.State;
import dev.curlew.store.mysql.FriendStore.Friend;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hibernate.validator.constraints.CodePointLength;

/** {@code /v1/im/friends}, {@code /v1/im/friend-requests} and {@code /v1/im/blocklist}. */
public final class RelationRoutes implements Routes {

    private static final String FRIENDS = "/v1/im/friends";
    private static final String FRIEND = FRIENDS + "/:uid";
    private static final String BLOCKLIST = "/v1/im/blocklist";
    private static final String REQUESTS = "/v1/im/friend-requests";

    private final RelationDesk desk;

    public RelationRoutes(RelationDesk desk) {
        this.desk = desk;
    }

    record NewFriend(
            @NotNull @Min(1) @Max(Fields.MAX_NUMBER) Long uid,
            @CodePointLength(max = 128) String remark) {}

    record Remark(@NotNull @CodePointLength(max = 128) String remark) {}

    record NewRequest(
            @NotNull @Min(1) @Max(Fields.MAX_NUMBER) Long toUid,
            @CodePointLength(max = 256) String message) {}

    record Decision(@NotNull String action) {}

    record NewBlock(@NotNull @Min(1) @Max(Fields.MAX_NUMBER) Long uid) {}

    @Override
    public void bind(ApiRouter api) {
        api.user(HttpMethod.GET, FRIENDS, this::friends);
        api.user(HttpMethod.POST, FRIENDS, this::addFriend);
        api.user(HttpMethod.GET, FRIEND, this::friend);
        api.user(HttpMethod.PATCH, FRIEND, this::remark);
        api.user(HttpMethod.DELETE, FRIEND, this::removeFriend);
        api.user(HttpMethod.GET, REQUESTS, this::requests);
        api.user(HttpMethod.POST, REQUESTS, this::ask);
        api.user(HttpMethod.PATCH, REQUESTS + "/:id", this::decide);
        api.user(HttpMethod.GET, BLOCKLIST, this::blocklist);
        api.user(HttpMethod.POST, BLOCKLIST, this::block);
        api.user(HttpMethod.DELETE, BLOCKLIST + "/:uid", this::unblock);
    }

    private Future<Reply> friends(Exchange exchange) {
        Caller caller = exchange.caller();
        ListPage page = ListPage.of(exchange, 0);
        return desk.friends(caller, page.after(), page.read())
                .compose(found -> desk.profiles(
                                caller,
                                page.shown(found).stream().map(Friend::uid).toList())
                        .map(users -> Reply.ok(page.reply("friends", found, Friend::uid, one -> json(one, users)))));
    }

    private Future<Reply> friend(Exchange exchange) {
        return shown(exchange.caller(), desk.friend(exchange.caller(), exchange.pathNumber("uid")));
    }

    private Future<Reply> addFriend(Exchange exchange) {
        NewFriend body = exchange.body(NewFriend.class);
        return shown(exchange.caller(), desk.addFriend(exchange.caller(), body.uid(), body.remark()));
    }

    private Future<Reply> remark(Exchange exchange) {
        Remark body = exchange.body(Remark.class);
        return shown(exchange.caller(), desk.remark(exchange.caller(), exchange.pathNumber("uid"), body.remark()));
    }

    private Future<Reply> shown(Caller caller, Future<Friend> friend) {
        return friend.compose(
                found -> desk.profiles(caller, List.of(found.uid())).map(users -> Reply.ok(json(found, users))));
    }

    private Future<Reply> removeFriend(Exchange exchange) {
        return desk.removeFriend(exchange.caller(), exchange.pathNumber("uid")).map(done -> Reply.noContent());
    }

    private Future<Reply> requests(Exchange exchange) {
        String direction = Objects.requireNonNullElse(exchange.query("direction"), "incoming");
        if (!direction.equals("incoming") && !direction.equals("outgoing")) {
            throw ApiException.invalid("direction has to be incoming or outgoing.");
        }
        ListPage page = ListPage.of(exchange, Long.MAX_VALUE);
        return desk.requests(exchange.caller(), direction.equals("incoming"), page.after(), page.read())
                .map(found -> Reply.ok(page.reply("requests", found, FriendRequest::id, RelationRoutes::json)));
    }

    private Future<Reply> ask(Exchange exchange) {
        NewRequest body = exchange.body(NewRequest.class);
        return desk.ask(exchange.caller(), body.toUid(), Objects.requireNonNullElse(body.message(), ""))
                .map(asked -> asked.changed() ? Reply.created(json(asked.request())) : Reply.ok(json(asked.request())));
    }

    private Future<Reply> decide(Exchange exchange) {
        State state =
                switch (exchange.body(Decision.class).action()) {
                    case "accept" -> State.ACCEPTED;
                    case "decline" -> State.DECLINED;
                    default -> throw ApiException.invalid("action has to be accept or decline.");
                };
        return desk.decide(exchange.caller(), exchange.pathNumber("id"), state).map(request -> Reply.ok(json(request)));
    }

    private Future<Reply> blocklist(Exchange exchange) {
        Caller caller = exchange.caller();
        ListPage page = ListPage.of(exchange, 0);
        return desk.blocked(caller, page.after(), page.read())
                .compose(found -> desk.profiles(
                                caller,
                                page.shown(found).stream().map(Blocked::uid).toList())
                        .map(users -> Reply.ok(page.reply(
                                "users",
                                found,
                                Blocked::uid,
                                one -> person(one.uid(), users).put("created_at", one.createdAt())))));
    }

    private Future<Reply> block(Exchange exchange) {
        return desk.block(exchange.caller(), exchange.body(NewBlock.class).uid())
                .map(done -> Reply.noContent());
    }

    private Future<Reply> unblock(Exchange exchange) {
        return desk.unblock(exchange.caller(), exchange.pathNumber("uid")).map(done -> Reply.noContent());
    }

    private static ObjectNode json(Friend friend, Map<Long, UserProfile> users) {
        return person(friend.uid(), users).put("remark", friend.remark()).put("created_at", friend.createdAt());
    }

    private static ObjectNode person(long uid, Map<Long, UserProfile> users) {
        UserProfile user = users.get(uid);
        return Json.object()
                .put("uid", uid)
                .put("nickname", user == null ? "" : user.nickname())
                .put("face_url", user == null ? "" : user.faceUrl());
    }

    private static ObjectNode json(FriendRequest request) {
        ObjectNode node = Json.object()
                .put("id", request.id())
                .put("from_uid", request.fromUid())
                .put("to_uid", request.toUid())
                .put("message", request.message())
                .put("state", request.state().code())
                .put("created_at", request.createdAt());
        if (request.state() == State.PENDING) {
            return node.putNull("actor_uid").putNull("decided_at");
        }
        return node.put("actor_uid", request.actorUid()).put("decided_at", request.decidedAt());
    }
}

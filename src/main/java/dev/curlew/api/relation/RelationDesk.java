package dev.curlew.api.relation;

import dev.curlew.api.send.LiveEvents;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.mysql.BlockStore;
import dev.curlew.store.mysql.BlockStore.Blocked;
import dev.curlew.store.mysql.FriendRequestStore;
import dev.curlew.store.mysql.FriendRequestStore.FriendRequest;
import dev.curlew.store.mysql.FriendRequestStore.State;
import dev.curlew.store.mysql.FriendStore;
import dev.curlew.store.mysql.FriendStore.Friend;
import dev.curlew.store.relation.Friendships;
import dev.curlew.store.relation.Friendships.Asked;
import dev.curlew.store.relation.RelationSets;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a user can do about others: friends, requests, blocking. What is not the caller's looks as if it were not there. */
public final class RelationDesk {

    private static final String NOUN = "User";

    private final Stores stores;
    private final Friendships friendships;
    private final RelationSets sets;
    private final RelationRules rules;
    private final UserDirectory users;
    private final RelationEvents events;

    /** Where lists are read from. */
    public record Stores(FriendStore friends, FriendRequestStore requests, BlockStore blocks) {}

    public RelationDesk(
            Stores stores,
            Friendships friendships,
            RelationSets sets,
            RelationRules rules,
            UserDirectory users,
            LiveEvents events) {
        this.stores = stores;
        this.friendships = friendships;
        this.sets = sets;
        this.rules = rules;
        this.users = users;
        this.events = new RelationEvents(events);
    }

    public Future<List<Friend>> friends(Caller caller, long after, int limit) {
        return stores.friends().page(caller.tenant(), caller.uid(), after, limit);
    }

    /** Fails with 40400 when they are no friends. */
    public Future<Friend> friend(Caller caller, long uid) {
        return stores.friends()
                .find(caller.tenant(), caller.uid(), uid)
                .map(found -> found.orElseThrow(() -> ApiException.notFound("Friend")));
    }

    /** @param remark null to leave it as it is */
    public Future<Friend> addFriend(Caller caller, long uid, String remark) {
        String tenant = caller.tenant();
        return requireOther(caller, uid)
                .compose(exists -> rules.requireNotBlocked(tenant, caller.uid(), uid))
                .compose(may -> rules.direct(tenant))
                .compose(direct -> friendships.add(tenant, caller.uid(), uid, remark, direct))
                .onSuccess(made -> {
                    if (made) {
                        events.both(caller, "accepted", uid, null);
                    }
                })
                .compose(done -> friend(caller, uid));
    }

    /** Fails with 40400 when they are no friends. */
    public Future<Friend> remark(Caller caller, long uid, String remark) {
        return stores.friends()
                .remark(caller.tenant(), caller.uid(), uid, remark)
                .onSuccess(found -> {
                    if (found) {
                        events.own(caller, "remark", uid);
                    }
                })
                .compose(found -> friend(caller, uid));
    }

    public Future<Void> removeFriend(Caller caller, long uid) {
        return friendships
                .remove(caller.tenant(), caller.uid(), uid)
                .onSuccess(removed -> {
                    if (removed) {
                        events.both(caller, "deleted", uid, null);
                    }
                })
                .mapEmpty();
    }

    public Future<List<FriendRequest>> requests(Caller caller, boolean incoming, long before, int limit) {
        return stores.requests().page(caller.tenant(), caller.uid(), incoming, before, limit);
    }

    public Future<Asked> ask(Caller caller, long to, String message) {
        return requireOther(caller, to)
                .compose(exists -> rules.requireNotBlocked(caller.tenant(), caller.uid(), to))
                .compose(may -> friendships.ask(caller.tenant(), caller.uid(), to, message))
                .onSuccess(asked -> {
                    if (asked.changed()) {
                        boolean crossed = asked.request().state() == State.ACCEPTED;
                        events.both(caller, crossed ? "accepted" : "requested", to, asked.request());
                    }
                });
    }

    /** Only who was asked decides. */
    public Future<FriendRequest> decide(Caller caller, long id, State state) {
        String tenant = caller.tenant();
        return stores.requests().find(tenant, id).compose(found -> {
            FriendRequest request = found.filter(one -> one.toUid() == caller.uid())
                    .orElseThrow(() -> ApiException.notFound("Friend request"));
            Future<Void> possible = state == State.ACCEPTED && request.state() == State.PENDING
                    ? requireOther(caller, request.fromUid())
                    : Future.succeededFuture();
            return possible.compose(exists -> friendships.decide(tenant, caller.uid(), request, state))
                    .onSuccess(asked -> {
                        if (asked.changed()) {
                            events.both(caller, state.code(), request.fromUid(), asked.request());
                        }
                    })
                    .map(Asked::request);
        });
    }

    public Future<List<Blocked>> blocked(Caller caller, long after, int limit) {
        return stores.blocks().page(caller.tenant(), caller.uid(), after, limit);
    }

    public Future<Void> block(Caller caller, long uid) {
        return requireOther(caller, uid)
                .compose(exists -> sets.changeBlocked(
                        caller.tenant(), caller.uid(), () -> stores.blocks().add(caller.tenant(), caller.uid(), uid)))
                .onSuccess(changed -> {
                    if (changed) {
                        events.own(caller, "blocked", uid);
                    }
                })
                .mapEmpty();
    }

    public Future<Void> unblock(Caller caller, long uid) {
        return sets.changeBlocked(
                        caller.tenant(), caller.uid(), () -> stores.blocks().remove(caller.tenant(), caller.uid(), uid))
                .onSuccess(changed -> {
                    if (changed) {
                        events.own(caller, "unblocked", uid);
                    }
                })
                .mapEmpty();
    }

    /** Those that are there, by uid. */
    public Future<Map<Long, UserProfile>> profiles(Caller caller, Collection<Long> uids) {
        List<Long> all = uids.stream().distinct().toList();
        List<Future<Optional<UserProfile>>> found =
                all.stream().map(uid -> users.find(caller.tenant(), uid)).toList();
        return Future.all(found).map(done -> {
            Map<Long, UserProfile> profiles = new HashMap<>();
            for (int i = 0; i < all.size(); i++) {
                long uid = all.get(i);
                found.get(i).result().ifPresent(profile -> profiles.put(uid, profile));
            }
            return profiles;
        });
    }

    /** Fails with 40002 for oneself, and with 40400 for who is not there. */
    private Future<Void> requireOther(Caller caller, long uid) {
        if (uid == caller.uid()) {
            return Future.failedFuture(ApiException.invalid("That is yourself."));
        }
        return users.find(caller.tenant(), uid)
                .compose(found -> found.filter(user -> !user.disabled()).isPresent()
                        ? Future.succeededFuture()
                        : Future.failedFuture(ApiException.notFound(NOUN)));
    }
}

package dev.curlew.store.group;

import dev.curlew.domain.Group;
import dev.curlew.domain.GroupRole;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.mysql.DepartureStore;
import dev.curlew.store.mysql.GroupReads;
import dev.curlew.store.relation.Friendships;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Takes deleted users out of their groups and friendships, each a change as any other, so that everybody is told. Groups they owned go to
 * who has been in them for longest, admins first; one without anybody else ends. Whatever stops it, what is left is done the next time.
 */
public final class Departures {

    private static final int USERS_AT_ONCE = 20;
    private static final int STEPS_AT_ONCE = 100;

    private final DepartureStore store;
    private final GroupReads reads;
    private final Groups groups;
    private final Memberships memberships;
    private final MemberRoles roles;
    private final Friendships friendships;

    public Departures(
            DepartureStore store,
            GroupReads reads,
            Groups groups,
            Memberships memberships,
            MemberRoles roles,
            Friendships friendships) {
        this.store = store;
        this.reads = reads;
        this.groups = groups;
        this.memberships = memberships;
        this.roles = roles;
        this.friendships = friendships;
    }

    /** A piece of what there is to do in a tenant. One who cannot be taken out now does not keep the others in; it fails after them. */
    public Future<Void> run(String tenant) {
        return store.open(tenant, USERS_AT_ONCE).compose(uids -> {
            List<Future<Void>> all = new ArrayList<>();
            Future<Void> turn = Future.succeededFuture();
            for (long uid : uids) {
                turn = turn.transform(before -> depart(tenant, uid));
                all.add(turn);
            }
            return Future.join(all).mapEmpty();
        });
    }

    private Future<Void> depart(String tenant, long uid) {
        return reads.groupsOf(tenant, uid, 0, STEPS_AT_ONCE)
                .compose(found -> inTurn(found, group -> leave(tenant, group, uid))
                        .compose(left -> store.friendsOf(tenant, uid, STEPS_AT_ONCE))
                        .compose(friends -> inTurn(
                                        friends,
                                        friend -> friendships
                                                .remove(tenant, uid, friend)
                                                .mapEmpty())
                                .compose(ended -> found.size() < STEPS_AT_ONCE && friends.size() < STEPS_AT_ONCE
                                        ? store.done(tenant, uid)
                                        : Future.succeededFuture())));
    }

    private Future<Void> leave(String tenant, Group group, long uid) {
        Future<?> handed = group.ownerUid() == uid ? handOver(tenant, group, uid) : Future.succeededFuture(true);
        return handed.compose(stays -> Boolean.TRUE.equals(stays)
                        ? memberships.remove(tenant, group.id(), GroupActor.SYSTEM, uid)
                        : Future.succeededFuture())
                .<Void>mapEmpty()
                .recover(Departures::goneMeanwhile);
    }

    /** False when the group has ended instead. */
    private Future<Boolean> handOver(String tenant, Group group, long uid) {
        return store.successor(tenant, group.groupId(), uid)
                .compose(successor -> successor.isEmpty()
                        ? groups.dissolve(tenant, group.id(), GroupActor.SYSTEM).map(false)
                        : roles.change(
                                        tenant,
                                        group.id(),
                                        GroupActor.SYSTEM,
                                        successor.getAsLong(),
                                        new MemberRoles.Patch(GroupRole.OWNER, null, null))
                                .map(true));
    }

    private static Future<Void> goneMeanwhile(Throwable failure) {
        return failure instanceof ApiException refusal && refusal.code() == ErrorCode.NOT_FOUND
                ? Future.succeededFuture()
                : Future.failedFuture(failure);
    }

    private static <T> Future<Void> inTurn(List<T> all, Function<T, Future<Void>> work) {
        Future<Void> chain = Future.succeededFuture();
        for (T one : all) {
            chain = chain.compose(done -> work.apply(one));
        }
        return chain;
    }
}

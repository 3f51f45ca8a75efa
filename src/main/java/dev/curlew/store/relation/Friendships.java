package dev.curlew.store.relation;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.mysql.FriendRequestStore;
import dev.curlew.store.mysql.FriendRequestStore.FriendRequest;
import dev.curlew.store.mysql.FriendRequestStore.State;
import dev.curlew.store.mysql.FriendStore;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.notice.Notice;
import dev.curlew.store.notice.Notices;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What makes and ends friendships. Each is one transaction that locks the pair, changes both sides, decides the request and writes the
 * notification: all of it or nothing is there, whatever dies. What is done twice is one thing.
 */
public final class Friendships {

    private final MysqlPool pool;
    private final FriendStore friends;
    private final FriendRequestStore requests;
    private final RelationSets sets;
    private final Notices notices;

    public Friendships(
            MysqlPool pool, FriendStore friends, FriendRequestStore requests, RelationSets sets, Notices notices) {
        this.pool = pool;
        this.friends = friends;
        this.requests = requests;
        this.sets = sets;
        this.notices = notices;
    }

    /**
     * What came of a request.
     *
     * @param request as it is now
     * @param changed false when it had been so before
     */
    public record Asked(FriendRequest request, boolean changed) {}

    /**
     * Asks to become friends. One that crosses a request of the other's accepts it. Fails with 40900 when they are friends who became so
     * without a request.
     */
    public Future<Asked> ask(String tenant, long from, long to, String message) {
        return requests.isOpen(tenant, to, from)
                .compose(crossing -> crossing
                        ? crossing(tenant, from, to, message)
                        : locked(tenant, from, to, change -> change.ask(from, to, message, false))
                                .compose(asked -> asked.isPresent()
                                        ? Future.succeededFuture(asked.get())
                                        // The other's request came in between: what makes friends has to begin with the
                                        // sets.
                                        : crossing(tenant, from, to, message)));
    }

    private Future<Asked> crossing(String tenant, long from, long to, String message) {
        return friendly(
                tenant, from, to, change -> change.ask(from, to, message, true).map(Optional::orElseThrow));
    }

    /**
     * Accepts or declines a request to {@code uid}. Fails with 40400 when there is none of that id, and with 40900 when it was decided
     * the other way.
     */
    public Future<Asked> decide(String tenant, long uid, FriendRequest request, State state) {
        Function<Change, Future<Asked>> decision = change -> change.decide(request.id(), state, uid);
        return state == State.ACCEPTED
                ? friendly(tenant, uid, request.fromUid(), decision)
                : locked(tenant, uid, request.fromUid(), decision)
                        .onSuccess(asked -> tell(tenant, uid, request.fromUid()));
    }

    /**
     * Makes them friends: by the other's open request, or without one where that is allowed. Fails with 40400 where it is not.
     *
     * @param remark what {@code uid} is going to call the friend, or null to leave that
     * @return whether they have not been friends before
     */
    public Future<Boolean> add(String tenant, long uid, long other, String remark, boolean withoutRequest) {
        return friendly(tenant, uid, other, change -> change.add(uid, other, remark, withoutRequest));
    }

    /** Ends the friendship on both sides; false when there is none. */
    public Future<Boolean> remove(String tenant, long uid, long other) {
        return friends.find(tenant, uid, other)
                .compose(friend -> friend.isEmpty()
                        ? Future.succeededFuture(false)
                        : friendly(tenant, uid, other, change -> change.remove(uid, other)));
    }

    /** A change that may make or end a friendship. */
    private <T> Future<T> friendly(String tenant, long one, long other, Function<Change, Future<T>> work) {
        return sets.changeFriends(tenant, one, other, () -> locked(tenant, one, other, work))
                .onSuccess(done -> tell(tenant, one, other));
    }

    private <T> Future<T> locked(String tenant, long one, long other, Function<Change, Future<T>> work) {
        return pool.transaction(transaction -> friends.lock(transaction, tenant, one, other)
                .compose(locked -> work.apply(new Change(transaction, tenant))));
    }

    /** What could not be sent now is sent by the clock: nobody waits for it. */
    private void tell(String tenant, long one, long other) {
        notices.send(tenant, List.of(Notice.pair(0, one, other, null)));
    }

    /** A transaction that holds the pair. */
    private final class Change {

        private final SqlConnection transaction;
        private final String tenant;

        Change(SqlConnection transaction, String tenant) {
            this.transaction = transaction;
            this.tenant = tenant;
        }

        /** Empty when the request crosses another and may not accept it. */
        Future<Optional<Asked>> ask(long from, long to, String message, boolean mayAccept) {
            return friends.find(transaction, tenant, from, to)
                    .compose(friend -> friend.isPresent()
                            ? requests.accepted(transaction, tenant, from, to)
                                    .map(before -> Optional.of(new Asked(
                                            before.orElseThrow(() ->
                                                    new ApiException(ErrorCode.CONFLICT, "You are friends already.")),
                                            false)))
                            : requests.open(transaction, tenant, to, from).compose(theirs -> {
                                if (theirs.isEmpty()) {
                                    return own(from, to, message).map(Optional::of);
                                }
                                return mayAccept
                                        ? settle(theirs.get(), State.ACCEPTED, from)
                                                .map(Optional::of)
                                        : Future.succeededFuture(Optional.empty());
                            }));
        }

        private Future<Asked> own(long from, long to, String message) {
            return requests.open(transaction, tenant, from, to)
                    .compose(before -> before.isPresent()
                            ? Future.succeededFuture(new Asked(before.get(), false))
                            : requests.insert(transaction, tenant, from, to, message)
                                    .map(request -> new Asked(request, true)));
        }

        Future<Asked> decide(long id, State state, long uid) {
            return requests.find(transaction, tenant, id).compose(found -> {
                FriendRequest request = found.orElseThrow(() -> ApiException.notFound("Friend request"));
                if (request.state() == state) {
                    return Future.succeededFuture(new Asked(request, false));
                }
                if (request.state() != State.PENDING) {
                    throw new ApiException(
                            ErrorCode.CONFLICT,
                            "The request is " + request.state().code() + " already.");
                }
                return settle(request, state, uid);
            });
        }

        private Future<Asked> settle(FriendRequest request, State state, long actor) {
            long other = request.fromUid() == actor ? request.toUid() : request.fromUid();
            boolean accepted = state == State.ACCEPTED;
            Future<Void> linked = accepted ? friends.link(transaction, tenant, actor, other) : Future.succeededFuture();
            return linked.compose(done -> requests.decide(transaction, tenant, request.id(), state, actor))
                    .compose(decided -> note(accepted ? Notice.FRIEND_APPROVED : Notice.FRIEND_REJECTED, actor, other)
                            .map(new Asked(decided, true)));
        }

        Future<Boolean> add(long uid, long other, String remark, boolean withoutRequest) {
            Future<Boolean> added = friends.find(transaction, tenant, uid, other)
                    .compose(friend -> friend.isPresent()
                            ? Future.succeededFuture(false)
                            : requests.open(transaction, tenant, other, uid)
                                    .compose(theirs -> theirs.isPresent()
                                            ? settle(theirs.get(), State.ACCEPTED, uid)
                                                    .map(true)
                                            : befriend(uid, other, withoutRequest)));
            return added.compose(made -> remark == null
                    ? Future.succeededFuture(made)
                    : friends.remark(transaction, tenant, uid, other, remark).map(made));
        }

        private Future<Boolean> befriend(long uid, long other, boolean allowed) {
            if (!allowed) {
                return Future.failedFuture(ApiException.notFound("Friend request"));
            }
            return requests.open(transaction, tenant, uid, other)
                    .compose(own -> own.isPresent()
                            ? settle(own.get(), State.ACCEPTED, uid).<Void>mapEmpty()
                            : friends.link(transaction, tenant, uid, other)
                                    .compose(done -> note(Notice.FRIEND_APPROVED, uid, other)))
                    .map(true);
        }

        Future<Boolean> remove(long uid, long other) {
            return friends.unlink(transaction, tenant, uid, other)
                    .compose(removed -> removed
                            ? note(Notice.FRIEND_DELETED, uid, other).map(true)
                            : Future.succeededFuture(false));
        }

        private Future<Void> note(int contentType, long actor, long other) {
            Notice notice = Notice.pair(contentType, actor, other, Notice.content(actor, List.of(other)));
            return notices.write(transaction, tenant, List.of(notice));
        }
    }
}

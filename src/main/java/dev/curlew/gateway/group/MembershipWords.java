package dev.curlew.gateway.group;

import dev.curlew.domain.GroupId;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.gateway.session.UserSessions;
import dev.curlew.protocol.NodeCommand.HoldMembers;
import dev.curlew.protocol.NodeCommand.MembersChanged;
import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.GroupKey;
import dev.curlew.store.UserKey;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this node does when it is told that a membership changed, or is about to: a word only makes it look. */
public final class MembershipWords {

    private static final Logger log = LoggerFactory.getLogger(MembershipWords.class);

    /** Of more who came at once not all are named in the notification, and so not all are sure to be told by it. */
    private static final int MOST_NAMED = 100;

    /** Whoever held a member has said what came of it by then, or will not. */
    private static final long HOLD_MS = 5_000;

    private final Vertx vertx;
    private final SessionRegistry registry;
    private final LocalGroups local;
    private final CacheAsideSets groupsOf;
    private final HeldMembers held;
    private final Attaching attaching;

    /** @param groupsOf the groups of each user */
    public MembershipWords(
            Vertx vertx,
            SessionRegistry registry,
            LocalGroups local,
            CacheAsideSets groupsOf,
            HeldMembers held,
            Attaching attaching) {
        this.vertx = vertx;
        this.registry = registry;
        this.local = local;
        this.groupsOf = groupsOf;
        this.held = held;
        this.attaching = attaching;
    }

    /** Keeps back what is said in the group from those of the users who are here, until it is known whether they are members. */
    public void hold(HoldMembers command) {
        GroupKey group = new GroupKey(command.tenant(), new GroupId(command.groupId()));
        for (long uid : command.uids()) {
            if (local.holds(group, uid)) {
                held.begin(group, uid);
                vertx.setTimer(HOLD_MS, timer -> {
                    if (held.holds(group, uid)) {
                        changed(new MembersChanged(command.tenant(), command.groupId(), List.of(uid), false));
                    }
                });
            }
        }
    }

    private void released(GroupKey group, long uid, AsyncResult<Boolean> member) {
        if (member.succeeded() && member.result()) {
            held.stayed(group, uid);
        } else {
            held.left(group, uid);
        }
    }

    /** Looks after those of the users who are here. */
    public void changed(MembersChanged news) {
        GroupKey group = new GroupKey(news.tenant(), new GroupId(news.groupId()));
        AttachedGroup ended = news.ended() ? local.group(group) : null;
        if (ended != null) {
            ended.ends();
            groupsOf.drop(
                    news.tenant(),
                    ended.uids().stream().map(uid -> Long.toString(uid)).toList());
        }
        for (long uid : news.uids()) {
            UserSessions user = registry.user(new UserKey(news.tenant(), uid));
            if (user == null) {
                held.left(group, uid);
            } else {
                look(user, group, news.uids().size() <= MOST_NAMED);
            }
        }
    }

    private void look(UserSessions user, GroupKey group, boolean named) {
        UserKey key = user.user();
        user.memberships()
                .next(() -> groupsOf.contains(
                                key.tenant(),
                                Long.toString(key.uid()),
                                group.id().value())
                        .compose(member -> (member ? joined(user, group, named) : gone(user, group)).map(member)))
                .onComplete(member -> released(group, key.uid(), member))
                .onFailure(failure -> log.warn("A membership is looked at later: {}", failure.getMessage()));
    }

    private Future<Void> gone(UserSessions user, GroupKey group) {
        return Future.join(user.sessions().stream()
                        .map(session -> attaching.left(session, group))
                        .toList())
                .mapEmpty();
    }

    private Future<Void> joined(UserSessions user, GroupKey group, boolean named) {
        return Future.join(user.sessions().stream()
                        .filter(session -> session.groups().wants(group.id()))
                        .map(session -> attaching
                                .attach(session, List.of(group))
                                .map(groups ->
                                        named ? attaching.live(session, groups) : attaching.late(session, groups)))
                        .toList())
                .mapEmpty();
    }
}

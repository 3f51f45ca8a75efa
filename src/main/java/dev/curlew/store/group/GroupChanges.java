package dev.curlew.store.group;

import dev.curlew.domain.Group;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.store.CacheAsideSets.Delta;
import dev.curlew.store.group.GroupEffect.News;
import dev.curlew.store.mysql.GroupMemberRows;
import dev.curlew.store.mysql.GroupRows;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.notice.Notice;
import dev.curlew.store.notice.Notices;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The one way in which a group changes. In one transaction: the group's row is locked, the caller's rights are checked, the work is done,
 * the group's version rises and its notifications are written. Then the copies in Redis go and the notifications are sent.
 * The work may run again when MySQL ended it because of a deadlock, so it keeps nothing outside of what it answers.
 */
public final class GroupChanges {

    private final MysqlPool pool;
    private final GroupRows groups;
    private final GroupMemberRows members;
    private final Notices notices;
    private final GroupCopies copies;
    private final MembershipNews news;
    private final Turns turns = new Turns();

    public GroupChanges(
            MysqlPool pool,
            GroupRows groups,
            GroupMemberRows members,
            Notices notices,
            GroupCopies copies,
            MembershipNews news) {
        this.pool = pool;
        this.groups = groups;
        this.members = members;
        this.notices = notices;
        this.copies = copies;
        this.news = news;
    }

    /**
     * A change to be made.
     *
     * @param action what the caller needs the right for
     * @param uids whose membership may change
     */
    public record Change(String tenant, GroupId group, GroupActor by, GroupAction action, Collection<Long> uids) {}

    /** What came of it: the group as it is now, and what was done. */
    public record Done(Group group, GroupEffect effect) {}

    /** What work comes to, and what its caller is answered. */
    public record Outcome<T>(GroupEffect effect, T answer) {}

    private record Settled<T>(Done done, List<Notice> written, T answer) {}

    /** Fails with 40400 and 40300 as {@link GroupAction} says, and with whatever the work fails with; then nothing is changed. */
    public Future<Done> run(Change change, Function<OpenGroup, Future<GroupEffect>> work) {
        return settled(change, open -> work.apply(open).map(effect -> new Outcome<Void>(effect, null)))
                .map(Settled::done);
    }

    /** The same for work that has an answer of its own. */
    public <T> Future<T> answer(Change change, Function<OpenGroup, Future<Outcome<T>>> work) {
        return settled(change, work).map(Settled::answer);
    }

    private <T> Future<Settled<T>> settled(Change change, Function<OpenGroup, Future<Outcome<T>>> work) {
        return turns.take(change.tenant(), change.group(), () -> inTurn(change, work));
    }

    private <T> Future<Settled<T>> inTurn(Change change, Function<OpenGroup, Future<Outcome<T>>> work) {
        return copies.change(
                        change.tenant(),
                        change.group(),
                        change.uids(),
                        () -> pool.longTransaction(transaction -> open(transaction, change)
                                        .compose(open -> work.apply(open).compose(outcome -> settle(open, outcome))))
                                .map(settled -> new Delta<>(
                                        settled.done().effect().added(),
                                        settled.done().effect().removed(),
                                        settled)))
                .onSuccess(settled -> {
                    tell(change, settled.done().effect());
                    notices.send(change.tenant(), settled.written());
                });
    }

    private void tell(Change change, GroupEffect effect) {
        List<Long> changed = new ArrayList<>(effect.added());
        changed.addAll(effect.removed());
        news.changed(change.tenant(), change.group(), changed);
        if (effect.group() != null && effect.group().dissolved()) {
            news.ended(change.tenant(), change.group());
        }
    }

    /** Stores a group that nobody knows of yet. The work answers it with its number. */
    Future<Group> create(String tenant, Function<SqlConnection, Future<Created>> work) {
        return pool.longTransaction(transaction -> work.apply(transaction).compose(created -> {
                    List<Notice> written =
                            notices(created.group(), created.group().ownerUid(), created.news());
                    return notices.write(
                                    transaction,
                                    tenant,
                                    written,
                                    created.group().createdAt())
                            .map(new Settled<>(new Done(created.group(), null), written, created.uids()));
                }))
                .compose(settled -> copies.made(tenant, settled.done().group().id(), settled.answer())
                        .map(settled))
                .onSuccess(settled -> {
                    news.changed(tenant, settled.done().group().id(), settled.answer());
                    notices.send(tenant, settled.written());
                })
                .map(settled -> settled.done().group());
    }

    /** A new group, its members, and what they are told. */
    record Created(Group group, List<Long> uids, List<News> news) {}

    private Future<OpenGroup> open(SqlConnection transaction, Change change) {
        return groups.lock(transaction, change.tenant(), change.group().value()).compose(locked -> {
            change.action().requireThere(locked.group());
            if (change.by().system()) {
                return Future.succeededFuture(
                        new OpenGroup(transaction, change.tenant(), locked.group(), null, change.by(), locked.now()));
            }
            long uid = change.by().uid();
            return members.find(transaction, change.tenant(), change.group().value(), List.of(uid))
                    .map(found -> {
                        GroupMember actor = found.get(uid);
                        change.action().require(locked.group(), actor);
                        return new OpenGroup(
                                transaction, change.tenant(), locked.group(), actor, change.by(), locked.now());
                    });
        });
    }

    private <T> Future<Settled<T>> settle(OpenGroup open, Outcome<T> outcome) {
        GroupEffect effect = outcome.effect();
        if (effect.group() == null) {
            return notices.write(open.transaction(), open.tenant(), effect.letters(), open.now())
                    .map(new Settled<>(new Done(open.group(), effect), effect.letters(), outcome.answer()));
        }
        Group after = effect.group().changedAt(open.now());
        List<Notice> written = new ArrayList<>(notices(after, open.sender(), effect.news()));
        written.addAll(effect.letters());
        return groups.save(open.transaction(), open.tenant(), after)
                .compose(saved -> notices.write(open.transaction(), open.tenant(), written, open.now()))
                .compose(told -> news.hold(open.tenant(), open.id(), effect.removed()))
                .map(new Settled<>(new Done(after, effect), written, outcome.answer()));
    }

    private static List<Notice> notices(Group group, long sender, List<News> news) {
        return news.stream().map(one -> notice(group, sender, one)).toList();
    }

    private static Notice notice(Group group, long sender, News news) {
        Set<Long> targets = new LinkedHashSet<>(news.targets());
        Notice notice = Notice.group(news.contentType(), group.id(), news.kind(), sender, targets, group.version());
        if (news.count() > targets.size()) {
            notice.content().put("target_count", news.count());
        }
        if (news.more() != null) {
            notice.content().setAll(news.more());
        }
        notice.content().set("group", GroupJson.of(group, group.updatedAt()));
        return notice;
    }
}

package dev.curlew.store.group;

import dev.curlew.domain.Announcement;
import dev.curlew.domain.Announcement.Action;
import dev.curlew.domain.Announcement.Confirmation;
import dev.curlew.domain.Announcement.State;
import dev.curlew.domain.Announcement.Text;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import dev.curlew.store.group.GroupChanges.Change;
import dev.curlew.store.group.GroupChanges.Outcome;
import dev.curlew.store.group.GroupEffect.News;
import dev.curlew.store.mysql.AnnouncementRows;
import dev.curlew.store.mysql.AnnouncementRows.Locked;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.notice.Notice;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Announcements of a group: posted, edited and removed as changes of the group, with every version kept; and confirmed by members. */
public final class GroupAnnouncements {

    private static final String KIND = "announcement";

    private final MysqlPool pool;
    private final GroupChanges changes;
    private final GroupReader groups;
    private final AnnouncementRows rows;

    public GroupAnnouncements(MysqlPool pool, GroupChanges changes, GroupReader groups, AnnouncementRows rows) {
        this.pool = pool;
        this.changes = changes;
        this.groups = groups;
        this.rows = rows;
    }

    /**
     * What of an announcement is to change; null fields stay as they are.
     *
     * @param version that the editor saw; null: whatever there is
     */
    public record Patch(String content, Boolean needConfirm, Long version) {

        Text over(Text old) {
            return new Text(
                    content == null ? old.content() : content, needConfirm == null ? old.needConfirm() : needConfirm);
        }
    }

    public Future<Announcement> post(String tenant, GroupId id, long uid, Text text) {
        return changes.answer(change(tenant, id, uid), open -> {
            open.requireVoice();
            Announcement draft =
                    new Announcement(0, id.value(), text, uid, uid, State.CURRENT, 0, 1, open.now(), open.now());
            return rows.insert(open.transaction(), tenant, draft)
                    .compose(number -> keep(open, draft.numbered(number), Action.POSTED));
        });
    }

    /** Confirmations of the version before do not count any more. Fails with 40900 when it has another version than the editor saw. */
    public Future<Announcement> edit(String tenant, GroupId id, long uid, long announcementId, Patch patch) {
        return changed(tenant, id, uid, announcementId, (open, before) -> {
            Text text = patch.over(before.text());
            if (text.equals(before.text())) {
                return same(before);
            }
            if (patch.version() != null && patch.version() != before.version()) {
                throw stale();
            }
            open.requireVoice();
            return save(open, before.edited(text, uid, open.now()), Action.EDITED);
        });
    }

    public Future<Announcement> remove(String tenant, GroupId id, long uid, long announcementId) {
        return changed(
                tenant,
                id,
                uid,
                announcementId,
                (open, before) -> save(open, before.removed(uid, open.now()), Action.REMOVED));
    }

    private interface Work {

        Future<Outcome<Announcement>> of(OpenGroup open, Announcement before);
    }

    private Future<Announcement> changed(String tenant, GroupId id, long uid, long announcementId, Work work) {
        return changes.answer(
                change(tenant, id, uid),
                open -> rows.lock(open.transaction(), tenant, id.value(), announcementId)
                        .compose(found -> {
                            Announcement before = current(found).announcement();
                            if (before.authorUid() != uid) {
                                open.require(GroupAction.CHANGE_ANNOUNCEMENTS);
                            }
                            return work.of(open, before);
                        }));
    }

    private Future<Outcome<Announcement>> save(OpenGroup open, Announcement after, Action action) {
        return rows.save(open.transaction(), open.tenant(), after).compose(saved -> keep(open, after, action));
    }

    private Future<Outcome<Announcement>> keep(OpenGroup open, Announcement after, Action action) {
        News news = News.of(Notice.GROUP_INFO_CHANGED, KIND, List.of());
        // The text is not in it: it may be long, and whoever was not there then reads it as it is now.
        var more = Json.object();
        more.putObject(KIND)
                .put("id", after.id())
                .put("action", action.wire())
                .put("version", after.version())
                .put("need_confirm", after.text().needConfirm());
        GroupEffect effect = new GroupEffect(open.group(), List.of(news.with(more)), List.of(), List.of(), List.of());
        return rows.remember(open.transaction(), open.tenant(), after, action).map(new Outcome<>(effect, after));
    }

    /**
     * A member read it. It needs no lock of the group, so that many can at once; again it is the same confirmation.
     *
     * @param version that the member saw; null: whatever there is
     * @return how it stands then, and this member's confirmation of it
     */
    public Future<Confirmed> confirm(String tenant, GroupId id, long uid, long announcementId, Long version) {
        return groups.require(tenant, id, uid, GroupAction.CONFIRM_ANNOUNCEMENT)
                .compose(seen -> pool.transaction(transaction -> rows.lock(
                                transaction, tenant, id.value(), announcementId)
                        .compose(found -> {
                            Locked locked = current(found);
                            Announcement announcement = locked.announcement();
                            if (version != null && version != announcement.version()) {
                                throw stale();
                            }
                            if (!announcement.text().needConfirm()) {
                                throw new ApiException(ErrorCode.CONFLICT, "This asks for no confirmation.");
                            }
                            return rows.confirmation(transaction, tenant, announcementId, uid)
                                    .compose(known -> known.filter(one -> one.version() == announcement.version())
                                            .map(one -> Future.succeededFuture(new Confirmed(announcement, one)))
                                            .orElseGet(() -> {
                                                Confirmation mine =
                                                        new Confirmation(uid, announcement.version(), locked.now());
                                                return rows.confirm(transaction, tenant, announcementId, mine)
                                                        .map(new Confirmed(announcement.confirmed(), mine));
                                            }));
                        })));
    }

    /** An announcement and who confirmed it. */
    public record Confirmed(Announcement announcement, Confirmation confirmation) {}

    private static Change change(String tenant, GroupId id, long uid) {
        return new Change(tenant, id, new GroupActor(uid), GroupAction.ANNOUNCE, List.of());
    }

    private static Locked current(Optional<Locked> found) {
        return found.filter(locked -> !locked.announcement().removed())
                .orElseThrow(() -> ApiException.notFound("announcement"));
    }

    private static Future<Outcome<Announcement>> same(Announcement before) {
        return Future.succeededFuture(new Outcome<>(GroupEffect.NONE, before));
    }

    private static ApiException stale() {
        return new ApiException(ErrorCode.CONFLICT, "The announcement has another version by now.");
    }
}

package dev.curlew.api.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.group.GroupViews.Slice;
import dev.curlew.domain.Announcement;
import dev.curlew.domain.Announcement.Confirmation;
import dev.curlew.domain.Announcement.Version;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.group.GroupReader.Seen;
import dev.curlew.store.mysql.AnnouncementReads;
import io.vertx.core.Future;

/** Announcements as a caller may see them. A removed one is there only for its author and for those who may change others'. */
public final class AnnouncementViews {

    private final GroupReader groups;
    private final AnnouncementReads reads;

    public AnnouncementViews(GroupReader groups, AnnouncementReads reads) {
        this.groups = groups;
        this.reads = reads;
    }

    /** Those that hold, newest first. */
    public Future<ObjectNode> page(Caller caller, GroupId id, Slice slice) {
        long before = NumberPages.before(slice);
        return see(caller, id)
                .compose(seen -> reads.page(caller.tenant(), id.value(), caller.uid(), before, slice.limit() + 1))
                .map(found -> NumberPages.reply(
                        "announcements",
                        found,
                        slice.limit(),
                        one -> one.announcement().id(),
                        one -> json(one.announcement(), one.confirmedAt())));
    }

    /** One that holds. */
    public Future<ObjectNode> one(Caller caller, GroupId id, long announcementId) {
        return see(caller, id)
                .compose(seen -> reads.find(caller.tenant(), id.value(), announcementId, caller.uid()))
                .map(found -> found.filter(one -> !one.announcement().removed())
                        .map(one -> json(one.announcement(), one.confirmedAt()))
                        .orElseThrow(AnnouncementViews::absent));
    }

    /** Who confirmed the version that holds, or the last one that did; for its author, owner and admins. */
    public Future<ObjectNode> confirmations(Caller caller, GroupId id, long announcementId, Slice slice) {
        long after = slice.after();
        return see(caller, id)
                .compose(seen -> visible(caller, seen, announcementId).compose(announcement -> {
                    if (announcement.authorUid() != caller.uid()) {
                        GroupAction.SEE_CONFIRMATIONS.require(seen.group(), seen.member());
                    }
                    long version = announcement.removed() ? announcement.version() - 1 : announcement.version();
                    return reads.confirmations(caller.tenant(), announcementId, version, after, slice.limit() + 1)
                            .map(found -> NumberPages.reply(
                                            "confirmations",
                                            found,
                                            slice.limit(),
                                            Confirmation::uid,
                                            AnnouncementViews::json)
                                    .put("version", version)
                                    .put("total", announcement.confirmCount()));
                }));
    }

    /** Every version it had, newest first. */
    public Future<ObjectNode> history(Caller caller, GroupId id, long announcementId, Slice slice) {
        long before = NumberPages.before(slice);
        return see(caller, id)
                .compose(seen -> visible(caller, seen, announcementId))
                .compose(announcement -> reads.history(caller.tenant(), announcementId, before, slice.limit() + 1))
                .map(found ->
                        NumberPages.reply("versions", found, slice.limit(), Version::version, AnnouncementViews::json));
    }

    private Future<Seen> see(Caller caller, GroupId id) {
        return groups.require(caller.tenant(), id, caller.uid(), GroupAction.SEE_ANNOUNCEMENTS);
    }

    private Future<Announcement> visible(Caller caller, Seen seen, long announcementId) {
        GroupMember member = seen.member();
        return reads.find(caller.tenant(), seen.group().groupId(), announcementId, caller.uid())
                .map(found -> found.map(AnnouncementReads.Seen::announcement)
                        .filter(one -> !one.removed()
                                || one.authorUid() == caller.uid()
                                || GroupAction.CHANGE_ANNOUNCEMENTS.allows(seen.group(), member.role()))
                        .orElseThrow(AnnouncementViews::absent));
    }

    /**
     * As the contract shows it.
     *
     * @param confirmedAt when the caller confirmed this version, milliseconds; null when they have not
     */
    public static ObjectNode json(Announcement announcement, Long confirmedAt) {
        return Json.object()
                .put("id", announcement.id())
                .put("topic", new GroupId(announcement.groupId()).topic())
                .put("content", announcement.text().content())
                .put("need_confirm", announcement.text().needConfirm())
                .put("author_uid", announcement.authorUid())
                .put("editor_uid", announcement.editorUid())
                .put("version", announcement.version())
                .put("confirm_count", announcement.confirmCount())
                .put("confirmed_at", confirmedAt)
                .put("created_at", announcement.createdAt())
                .put("updated_at", announcement.updatedAt());
    }

    private static ObjectNode json(Confirmation confirmation) {
        return Json.object().put("uid", confirmation.uid()).put("confirmed_at", confirmation.confirmedAt());
    }

    private static ObjectNode json(Version version) {
        return Json.object()
                .put("version", version.version())
                .put("action", version.action().wire())
                .put("content", version.text().content())
                .put("need_confirm", version.text().needConfirm())
                .put("uid", version.actorUid())
                .put("created_at", version.createdAt());
    }

    private static ApiException absent() {
        return ApiException.notFound("announcement");
    }
}

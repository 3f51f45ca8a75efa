package dev.curlew.api.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.review.ReviewRules;
import dev.curlew.api.send.ContentType;
import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Cleared;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.GroupMember;
import dev.curlew.domain.Message;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.chat.MessageStore.Stored;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.mysql.MessageFiles;
import io.vertx.core.Future;
import java.util.List;

/**
 * Revoke, edit, delete and clear in groups. Whoever sent a message may change it as in a chat of two; owner and admins may take back and
 * delete for all what somebody of a lower role said, however long ago.
 */
public final class GroupMessageChanges {

    private static final long REVOKE_WINDOW_MS = 120_000;

    private final GroupDesk desk;
    private final ChangeDesk windows;
    private final UserDirectory users;
    private final GroupReader groups;
    private final ReviewRules reviews;
    private final int maxContentBytes;

    public GroupMessageChanges(
            GroupDesk desk,
            ChangeDesk windows,
            UserDirectory users,
            GroupReader groups,
            ReviewRules reviews,
            int maxContentBytes) {
        this.desk = desk;
        this.windows = windows;
        this.users = users;
        this.groups = groups;
        this.reviews = reviews;
        this.maxContentBytes = maxContentBytes;
    }

    Future<ObjectNode> revoke(Caller caller, GroupId group, long seq) {
        return desk.member(caller, group)
                .compose(me -> desk.visible(caller, group, seq)
                        .compose(stored -> stored.revoke() != null
                                ? Future.succeededFuture(revoked(group, seq, stored))
                                : mayRevoke(caller, group, me, stored)
                                        .compose(may -> name(caller, me))
                                        .compose(name -> desk.forAll(
                                                caller,
                                                group,
                                                new Revoked(seq, me.role().rank(), name)))
                                        .compose(change -> desk.visible(caller, group, seq))
                                        .map(now -> {
                                            if (now.revoke() == null) {
                                                throw ApiException.unavailable("The message was being changed.");
                                            }
                                            return revoked(group, seq, now);
                                        })));
    }

    private Future<?> mayRevoke(Caller caller, GroupId group, GroupMember me, Stored stored) {
        return stored.message().sendUid() == caller.uid()
                ? me.role().rank() > 1
                        ? Future.succeededFuture()
                        : windows.withinWindow(caller, stored, "revoke_window_ms", REVOKE_WINDOW_MS)
                : requireOver(caller, group, me, stored);
    }

    private Future<?> requireOver(Caller caller, GroupId group, GroupMember me, Stored stored) {
        return desk.rank(caller, group, stored.message().sendUid()).map(theirs -> {
            if (me.role().rank() < 2 || theirs >= me.role().rank()) {
                throw new ApiException(ErrorCode.FORBIDDEN, "In this role one may not change what others said.");
            }
            return null;
        });
    }

    private Future<String> name(Caller caller, GroupMember me) {
        return me.nickname() != null
                ? Future.succeededFuture(me.nickname())
                : users.find(caller.tenant(), caller.uid())
                        .map(found -> found.map(UserProfile::nickname).orElse(""));
    }

    Future<ObjectNode> edit(Caller caller, GroupId group, long seq, long version, JsonNode content) {
        return desk.member(caller, group)
                .compose(me -> desk.own(caller, group, seq))
                .compose(stored -> stored.revoke() == null && stored.version() == version
                        ? edit(caller, group, stored, content)
                        : Future.succeededFuture(EditOperation.repeated(stored, version, content)))
                .map(made -> reply(group, made).put("seq", seq));
    }

    private Future<Long> edit(Caller caller, GroupId group, Stored stored, JsonNode content) {
        long seq = stored.message().seq();
        int type = stored.message().contentType();
        String text = ContentType.of(type).text(content, maxContentBytes);
        MessageFiles.requireRegistrable(type, text);
        return windows.withinWindow(caller, stored, "edit_window_ms", EditOperation.DEFAULT_WINDOW_MS)
                .compose(known -> desk.requireReviewed(caller, group, seq))
                .compose(known -> review(caller, group, stored.message().saying(text)))
                .compose(known -> desk.forAll(caller, group, new Edited(seq, text, stored.version())))
                .compose(change -> change != null
                        ? Future.succeededFuture(change.version())
                        : desk.own(caller, group, seq)
                                .map(overtaken -> EditOperation.repeated(overtaken, stored.version(), content)));
    }

    /** What could not be said without a review cannot be put into an old message either. */
    private Future<Void> review(Caller caller, GroupId group, Message edited) {
        return groups.find(caller.tenant(), group)
                .compose(found -> reviews.of(found.orElseThrow(() -> ApiException.notFound("group")), edited))
                .map(review -> {
                    if (review.held()) {
                        throw new ApiException(
                                ErrorCode.FORBIDDEN, "This text would wait for a review; send it as a new message.");
                    }
                    return null;
                });
    }

    Future<ObjectNode> deleteForAll(Caller caller, GroupId group, List<Long> seqs) {
        return desk.member(caller, group)
                .compose(me -> desk.stored(caller, group, seqs).compose(found -> {
                    List<Future<?>> rights = found.values().stream()
                            // That one has deleted it for oneself gives no right over what others see.
                            .filter(stored -> !stored.deleted())
                            .filter(stored -> stored.message().sendUid() != caller.uid())
                            .<Future<?>>map(stored -> requireOver(caller, group, me, stored))
                            .toList();
                    return Future.all(rights).compose(all -> {
                        List<Long> there = seqs.stream()
                                .filter(found::containsKey)
                                .filter(seq -> !found.get(seq).deleted())
                                .toList();
                        return delete(
                                caller, group, found.keySet().stream().sorted().toList(), there, 0);
                    });
                }));
    }

    Future<ObjectNode> deleteForSelf(Caller caller, GroupId group, List<Long> seqs) {
        return desk.stored(caller, group, seqs).compose(found -> {
            List<Long> there = seqs.stream()
                    .filter(found::containsKey)
                    .filter(seq -> !found.get(seq).isGoneFor(caller.uid()))
                    .toList();
            return delete(caller, group, found.keySet().stream().sorted().toList(), there, caller.uid());
        });
    }

    private Future<ObjectNode> delete(Caller caller, GroupId group, List<Long> gone, List<Long> there, long owner) {
        Future<Long> made = there.isEmpty()
                ? desk.view(caller, group).map(view -> view.version())
                : (owner == 0
                                ? desk.forAll(caller, group, new Deleted(there))
                                : desk.forOwner(caller, group, new Deleted(there)))
                        .map(Change::version);
        return made.map(version -> {
            ObjectNode reply = reply(group, version).put("scope", owner == 0 ? "all" : "self");
            ArrayNode list = reply.putArray("seqs");
            gone.forEach(list::add);
            return reply;
        });
    }

    Future<ObjectNode> clear(Caller caller, GroupId group) {
        return desk.view(caller, group).compose(view -> {
            long minSeq = view.maxSeq() + 1;
            return view.minSeq() >= minSeq
                    ? Future.succeededFuture(reply(group, view.version()).put("min_seq", view.minSeq()))
                    : desk.forOwner(caller, group, new Cleared(minSeq))
                            .map(change -> reply(group, change.version()).put("min_seq", minSeq));
        });
    }

    private static ObjectNode revoked(GroupId group, long seq, Stored stored) {
        return reply(group, stored.version())
                .put("seq", seq)
                .put("time", stored.revoke().time());
    }

    private static ObjectNode reply(GroupId group, long version) {
        return Json.object().put("conversation_id", group.conversation()).put("version", version);
    }
}

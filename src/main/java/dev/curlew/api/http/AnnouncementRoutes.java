package dev.curlew.api.http;

import dev.curlew.api.group.AnnouncementViews;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.Announcement.Text;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.store.group.GroupAnnouncements;
import dev.curlew.store.group.GroupAnnouncements.Patch;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import org.hibernate.validator.constraints.CodePointLength;

/** {@code …/announcements} of a group. */
public final class AnnouncementRoutes implements Routes {

    private static final String ANNOUNCEMENTS = GroupRoutes.GROUP + "/announcements";
    private static final String ANNOUNCEMENT = ANNOUNCEMENTS + "/:id";

    private final GroupAnnouncements announcements;
    private final AnnouncementViews views;

    public AnnouncementRoutes(GroupAnnouncements announcements, AnnouncementViews views) {
        this.announcements = announcements;
        this.views = views;
    }

    record NewAnnouncement(
            @NotNull @CodePointLength(min = 1, max = 8192) String content, Boolean needConfirm) {}

    record Change(
            @CodePointLength(min = 1, max = 8192) String content,
            Boolean needConfirm,
            @Min(1) @Max(Fields.MAX_NUMBER) Long version) {}

    @Override
    public void bind(ApiRouter api) {
        api.user(
                HttpMethod.GET,
                ANNOUNCEMENTS,
                exchange -> views.page(exchange.caller(), GroupPaths.group(exchange), GroupPaths.slice(exchange))
                        .map(Reply::ok));
        api.user(HttpMethod.POST, ANNOUNCEMENTS, this::post);
        api.user(
                HttpMethod.GET,
                ANNOUNCEMENT,
                exchange -> views.one(exchange.caller(), GroupPaths.group(exchange), id(exchange))
                        .map(Reply::ok));
        api.user(HttpMethod.PATCH, ANNOUNCEMENT, this::edit);
        api.user(HttpMethod.DELETE, ANNOUNCEMENT, this::remove);
        api.user(HttpMethod.POST, ANNOUNCEMENT + "/confirm", this::confirm);
        api.user(
                HttpMethod.GET,
                ANNOUNCEMENT + "/confirmations",
                exchange -> views.confirmations(
                                exchange.caller(), GroupPaths.group(exchange), id(exchange), GroupPaths.slice(exchange))
                        .map(Reply::ok));
        api.user(
                HttpMethod.GET,
                ANNOUNCEMENT + "/history",
                exchange -> views.history(
                                exchange.caller(), GroupPaths.group(exchange), id(exchange), GroupPaths.slice(exchange))
                        .map(Reply::ok));
    }

    private Future<Reply> post(Exchange exchange) {
        Caller caller = exchange.caller();
        NewAnnouncement body = exchange.body(NewAnnouncement.class);
        requireWords(body.content());
        Text text = new Text(body.content(), Boolean.TRUE.equals(body.needConfirm()));
        return announcements
                .post(caller.tenant(), GroupPaths.group(exchange), caller.uid(), text)
                .map(posted -> Reply.created(AnnouncementViews.json(posted, null)));
    }

    private Future<Reply> edit(Exchange exchange) {
        Caller caller = exchange.caller();
        Change body = exchange.body(Change.class);
        requireWords(body.content());
        GroupId group = GroupPaths.group(exchange);
        Patch patch = new Patch(body.content(), body.needConfirm(), body.version());
        return announcements
                .edit(caller.tenant(), group, caller.uid(), id(exchange), patch)
                .compose(edited -> views.one(caller, group, edited.id()))
                .map(Reply::ok);
    }

    private Future<Reply> remove(Exchange exchange) {
        Caller caller = exchange.caller();
        return announcements
                .remove(caller.tenant(), GroupPaths.group(exchange), caller.uid(), id(exchange))
                .map(removed -> Reply.noContent());
    }

    private Future<Reply> confirm(Exchange exchange) {
        Caller caller = exchange.caller();
        String version = exchange.query("version");
        return announcements
                .confirm(
                        caller.tenant(),
                        GroupPaths.group(exchange),
                        caller.uid(),
                        id(exchange),
                        version == null ? null : Long.valueOf(Exchange.number("version", version)))
                .map(done -> Reply.ok(AnnouncementViews.json(
                        done.announcement(), done.confirmation().confirmedAt())));
    }

    private static long id(Exchange exchange) {
        return exchange.pathNumber("id");
    }

    private static void requireWords(String content) {
        if (content != null && content.isBlank()) {
            throw ApiException.invalid("content is blank.");
        }
    }
}

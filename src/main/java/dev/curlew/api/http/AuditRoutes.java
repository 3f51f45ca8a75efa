package dev.curlew.api.http;

import dev.curlew.api.admin.Audits;
import dev.curlew.api.admin.Audits.Decision;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.mysql.GroupAuditQueue.Audit;
import dev.curlew.store.mysql.GroupAuditQueue.Mark;
import dev.curlew.store.mysql.GroupMessageStore.Place;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Set;
import java.util.regex.Matcher;

/** {@code /v1/admin/audits}: messages of groups that wait for a review, and what is decided about them. */
public final class AuditRoutes implements Routes {

    private static final String AUDITS = "/v1/admin/audits";
    private static final java.util.regex.Pattern MARK =
            java.util.regex.Pattern.compile("([0-9]{1,15}) (grp_[0-9]{1,19}) ([0-9]{1,16})");
    private static final Set<String> STATUSES = Set.of("pending", "pass", "reject");

    private final Audits audits;
    private final NamedTenant about;

    public AuditRoutes(Audits audits, TenantDirectory tenants, String defaultTenant) {
        this.audits = audits;
        this.about = new NamedTenant(tenants, defaultTenant);
    }

    /** The message is named by its topic or its conversation. */
    record Review(
            String tenant,
            String topic,
            String conversationId,
            @NotNull @Min(1) @Max(Fields.MAX_NUMBER) Long seq,

            @NotNull @Pattern(regexp = "pass|reject", message = "must be one of pass, reject")
            String decision,

            @Size(max = 128) String reviewer,
            @Size(max = 512) String reason) {

        GroupId group() {
            if ((topic == null) == (conversationId == null)) {
                throw ApiException.invalid("one of topic and conversation_id is expected, and only one.");
            }
            return (topic == null ? GroupId.ofMessages(conversationId) : GroupId.ofTopic(topic))
                    .orElseThrow(() -> ApiException.notFound("Message"));
        }

        Decision asDecision() {
            return new Decision(
                    decision.equals("pass"), reviewer == null ? "" : reviewer, reason == null ? "" : reason);
        }
    }

    @Override
    public void bind(ApiRouter api) {
        api.admin(HttpMethod.GET, AUDITS, this::list);
        api.admin(HttpMethod.PATCH, AUDITS, this::decide);
    }

    private Future<Reply> list(Exchange exchange) {
        String asked = exchange.query("status");
        String status = asked == null ? "pending" : asked;
        if (!STATUSES.contains(status)) {
            throw ApiException.invalid("status: must be one of pending, pass, reject.");
        }
        int limit = GroupPaths.limit(exchange);
        Mark after = mark(TextCursor.decode(
                exchange.query("cursor"), name -> MARK.matcher(name).matches()));
        return about.in(exchange, exchange.query("tenant"), tenant -> audits.page(tenant, status, after, limit + 1))
                .map(found -> Reply.ok(TextCursor.page("audits", found, limit, AuditRoutes::name, Audits::json)));
    }

    private static Mark mark(String name) {
        Matcher parts = MARK.matcher(name);
        return parts.matches()
                ? new Mark(Long.parseLong(parts.group(1)), new Place(parts.group(2), Long.parseLong(parts.group(3))))
                : null;
    }

    private static String name(Audit audit) {
        Mark mark = audit.mark();
        return mark.createdAt() + " " + mark.place().topic() + " "
                + mark.place().seq();
    }

    private Future<Reply> decide(Exchange exchange) {
        Review body = exchange.body(Review.class);
        GroupId group = body.group();
        return about.in(exchange, body.tenant(), tenant -> audits.decide(tenant, group, body.seq(), body.asDecision()))
                .map(Reply::ok);
    }
}

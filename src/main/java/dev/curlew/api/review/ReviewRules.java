package dev.curlew.api.review;

import dev.curlew.domain.Group;
import dev.curlew.domain.Message;
import dev.curlew.domain.Review;
import dev.curlew.domain.Review.Mode;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.TenantDirectory.Tenant;
import io.vertx.core.Future;

/**
 * Which messages to groups wait for a review: the group says, else its tenant does. What the server and bots send never waits, and is not
 * looked at.
 */
public final class ReviewRules {

    /** The tenant's setting: {@code off} (default), {@code all} or {@code risk}. */
    public static final String SETTING = "review";

    private static final int BY_USER = 100;

    private final TenantDirectory tenants;
    private final RiskHook hook;

    public ReviewRules(TenantDirectory tenants, RiskHook hook) {
        this.tenants = tenants;
        this.hook = hook;
    }

    /** What is to be noted with the message before it is stored. */
    public Future<Review> of(Group group, Message message) {
        if (message.msgFrom() != BY_USER) {
            return Future.succeededFuture(Review.PASS);
        }
        return tenants.find(message.tenant())
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(Review.PASS)
                        : hook.flags(found.get(), message)
                                .map(risk -> new Review(risk, holds(mode(group, found.get()), risk))));
    }

    private static boolean holds(Mode mode, boolean risk) {
        return mode == Mode.ALL || (mode == Mode.RISK && risk);
    }

    private static Mode mode(Group group, Tenant tenant) {
        Mode own = group.oversight().review();
        return own != null
                ? own
                : Mode.named(tenant.text(SETTING, Mode.OFF.wire())).orElse(Mode.OFF);
    }
}

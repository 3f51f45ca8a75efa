package dev.curlew.push;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.config.PushConfig;
import dev.curlew.ops.Failures;
import dev.curlew.vendor.SignedPost;
import dev.curlew.vendor.VendorHttp;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts reminders to the product's own service, signed; it recognizes repeated calls by their id.
 */
final class WebhookProvider implements PushProvider {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookProvider.class);
    private static final int MOST_USERS = 1_000;

    private final PushConfig config;
    private final SignedPost http;
    private final SignedPost.Target target;

    WebhookProvider(PushConfig config, VendorHttp http) {
        this.config = config;
        this.http = new SignedPost(http);
        this.target = new SignedPost.Target(config.webhookUrl(), config.webhookSecret());
    }

    @Override
    public String tokensOf() {
        return "webhook";
    }

    @Override
    public int atOnce() {
        return config.concurrency();
    }

    @Override
    public Calls calls(List<Notice> notices) {
        return new Calls(Group.of(notices, MOST_USERS, notice -> 1), Tally.NONE);
    }

    @Override
    public Future<Optional<String>> callId() {
        return Future.succeededFuture(Optional.of(UUID.randomUUID().toString()));
    }

    @Override
    public Future<Tally> call(Group group, Optional<String> id) {
        return http.send(target, id.orElseThrow(), body(group))
                .map(answer -> answer.ok() ? Tally.succeeded(group.size()) : failed(group, "status " + answer.status()))
                .otherwise(failure -> failed(group, Failures.describe(failure)));
    }

    private static ObjectNode body(Group group) {
        Content content = group.content();
        ObjectNode body = Extras.of(content);
        body.put("title", content.title());
        body.put("body", content.body());
        if (content.sound() != null) {
            body.put("sound", content.sound());
        }
        if (content.badge() != null) {
            body.put("badge", content.badge());
        }
        ArrayNode users = body.putArray("users");
        for (Notice notice : group.notices()) {
            ArrayNode tokens = users.addObject().put("uid", notice.uid()).putArray("tokens");
            notice.tokens().forEach(tokens::add);
        }
        return body;
    }

    private static Tally failed(Group group, String why) {
        Batches.logFailure(LOG, group, why);
        return Tally.failed(group.size());
    }
}

package dev.curlew.push;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.config.PushConfig;
import dev.curlew.ops.Failures;
import dev.curlew.protocol.Json;
import dev.curlew.push.VendorHttp.Call;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts reminders to the product's own service, signed. A call that is tried again keeps its id and gets a new time, so that the
 * receiver can refuse old calls and recognize repeated ones.
 */
final class WebhookProvider implements PushProvider {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookProvider.class);
    private static final int MOST_USERS = 1_000;

    private final PushConfig config;
    private final VendorHttp http;
    private final Signature signature;

    WebhookProvider(PushConfig config, VendorHttp http) {
        this.config = config;
        this.http = http;
        this.signature = new Signature(config.webhookSecret());
    }

    @Override
    public String tokensOf() {
        return "webhook";
    }

    @Override
    public Future<Tally> send(List<Notice> notices) {
        return Batches.send(Group.of(notices, MOST_USERS, notice -> 1), config.concurrency(), this::post);
    }

    private Future<Tally> post(Group group) {
        String id = UUID.randomUUID().toString();
        byte[] body = Json.bytes(body(id, group));
        Call call = new Call(HttpMethod.POST, config.webhookUrl(), () -> headers(id, body), Buffer.buffer(body), true);
        return http.send(call)
                .map(answer -> answer.ok() ? Tally.succeeded(group.size()) : failed(group, "status " + answer.status()))
                .otherwise(failure -> failed(group, Failures.describe(failure)));
    }

    private MultiMap headers(String id, byte[] body) {
        long now = System.currentTimeMillis();
        return MultiMap.caseInsensitiveMultiMap()
                .add(HttpHeaders.CONTENT_TYPE, "application/json")
                .add("X-Curlew-Id", id)
                .add("X-Curlew-Timestamp", Long.toString(now))
                .add("X-Curlew-Signature", signature.of(now, body));
    }

    /** The id is in the body too, where the signature covers it. */
    private static ObjectNode body(String id, Group group) {
        Content content = group.content();
        ObjectNode body = Json.object().put("id", id);
        body.setAll(Extras.of(content));
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

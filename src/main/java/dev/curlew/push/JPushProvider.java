package dev.curlew.push;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.config.PushConfig;
import dev.curlew.ops.Failures;
import dev.curlew.protocol.Json;
import dev.curlew.vendor.VendorHttp;
import dev.curlew.vendor.VendorHttp.Answer;
import dev.curlew.vendor.VendorHttp.Call;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JPush's REST API v3. Users with registered devices are reached by registration id, others by an alias the app sets; equal notices
 * go in one call of at most 1,000 targets.
 */
final class JPushProvider implements PushProvider {

    private static final Logger LOG = LoggerFactory.getLogger(JPushProvider.class);
    private static final int MOST_TARGETS = 1_000;
    /** None of the targets of the call is known to JPush. JPush sends to those it knows of a mixed call. */
    private static final int NO_TARGET = 1011;
    /** 400s that have nothing to do with single targets: parameter missing, too large, unknown app, no target. */
    private static final Set<Integer> ABOUT_ALL = Set.of(1002, 1005, 1008, NO_TARGET);
    /** As many as JPush gives at once to any app. */
    private static final int IDS_AT_ONCE = 10;

    private final PushConfig config;
    private final VendorHttp http;
    private final JPushPayload payload;
    private final CidPool cids;
    private final String authorization;

    JPushProvider(PushConfig config, VendorHttp http) {
        this.config = config;
        this.http = http;
        this.payload = new JPushPayload(config);
        String login = config.jpushAppKey() + ":" + config.jpushMasterSecret();
        this.authorization = "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
        String ids = url() + "/cid?count=" + IDS_AT_ONCE + "&type=push";
        this.cids = new CidPool(http, new Call(HttpMethod.GET, ids, this::headers, Buffer.buffer(), true));
    }

    @Override
    public String tokensOf() {
        return "jpush";
    }

    @Override
    public int atOnce() {
        return config.concurrency();
    }

    @Override
    public Calls calls(List<Notice> notices) {
        List<Notice> registered = new ArrayList<>();
        List<Notice> aliased = new ArrayList<>();
        Tally nameless = Tally.NONE;
        for (Notice notice : notices) {
            if (!notice.tokens().isEmpty()) {
                registered.add(notice);
            } else if (JPushPayload.alias(notice).isPresent()) {
                aliased.add(notice);
            } else {
                nameless = nameless.plus(Tally.noTarget(1));
            }
        }
        List<Group> groups = new ArrayList<>(
                Group.of(registered, MOST_TARGETS, notice -> notice.tokens().size()));
        groups.addAll(Group.of(aliased, MOST_TARGETS, notice -> 1));
        return new Calls(groups, nameless);
    }

    @Override
    public Future<Optional<String>> callId() {
        return cids.take();
    }

    @Override
    public Future<Tally> call(Group group, Optional<String> id) {
        return http.send(request(group, id))
                .compose(answer -> tally(group, answer))
                .otherwise(failure -> failed(group, Failures.describe(failure)));
    }

    private Future<Tally> half(Group group) {
        return callId().compose(id -> call(group, id));
    }

    private Future<Tally> tally(Group group, Answer answer) {
        if (answer.ok()) {
            return Future.succeededFuture(Tally.succeeded(group.size()));
        }
        int code = errorCode(answer);
        if (code == NO_TARGET) {
            return Future.succeededFuture(Tally.noTarget(group.size()));
        }
        if (answer.status() == 400 && !ABOUT_ALL.contains(code) && group.size() > 1) {
            // Nothing was sent: one bad target among many must not take the reminder from the others.
            List<Group> halves = group.halves();
            return half(halves.get(0)).compose(first -> half(halves.get(1)).map(first::plus));
        }
        return Future.succeededFuture(failed(group, "status " + answer.status() + ", code " + code));
    }

    private Call request(Group group, Optional<String> cid) {
        Buffer body = Buffer.buffer(Json.bytes(payload.of(group, cid)));
        return new Call(HttpMethod.POST, url(), this::headers, body, cid.isPresent());
    }

    private String url() {
        String base = config.jpushUrl();
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/v3/push";
    }

    private MultiMap headers() {
        return MultiMap.caseInsensitiveMultiMap()
                .add(HttpHeaders.AUTHORIZATION, authorization)
                .add(HttpHeaders.CONTENT_TYPE, "application/json")
                .add(HttpHeaders.ACCEPT, "application/json");
    }

    /** 0 when the answer does not say. Its text is not looked at: it may repeat tokens. */
    private static int errorCode(Answer answer) {
        try {
            return Json.read(answer.body().getBytes(), JsonNode.class)
                    .path("error")
                    .path("code")
                    .asInt(0);
        } catch (IllegalArgumentException notJson) {
            return 0;
        }
    }

    private static Tally failed(Group group, String why) {
        Batches.logFailure(LOG, group, why);
        return Tally.failed(group.size());
    }
}

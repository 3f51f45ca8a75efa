package dev.curlew.push;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import dev.curlew.vendor.VendorServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Speaks JPush's REST API v3 as it is documented: basic auth, ids for calls, repeated calls, limits, unknown targets. */
public final class JPushServer implements AutoCloseable {

    public static final String APP_KEY = "a1b2c3d4e5f6a1b2c3d4e5f6";
    public static final String MASTER_SECRET = "f6e5d4c3b2a1f6e5d4c3b2a1";

    private final VendorServer server = new VendorServer(this::answer);
    private final Map<String, String> doneByCid = new ConcurrentHashMap<>();
    private final List<JsonNode> notices = new CopyOnWriteArrayList<>();
    private final List<JsonNode> calls = new CopyOnWriteArrayList<>();
    private final Set<String> issued = ConcurrentHashMap.newKeySet();
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();
    private final AtomicInteger messages = new AtomicInteger();
    private volatile Function<JsonNode, Optional<VendorServer.Answer>> fault = call -> Optional.empty();
    private volatile boolean givesIds = true;

    public String url() {
        return server.url();
    }

    /** The settings of a node that uses this server. */
    public String[] settings(String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "push.provider=jpush",
                "push.jpush_url=" + url(),
                "push.jpush_app_key=" + APP_KEY,
                "push.jpush_master_secret=" + MASTER_SECRET,
                "push.retry_ms=50"));
        settings.addAll(List.of(more));
        return settings.toArray(String[]::new);
    }

    /** What was shown to somebody, once each. */
    public List<JsonNode> notices() {
        return notices;
    }

    /** Those of one conversation. */
    public List<JsonNode> notices(String conversationId) {
        return notices.stream()
                .filter(notice -> notice.at("/notification/ios/extras/conversation_id")
                        .asText()
                        .equals(conversationId))
                .toList();
    }

    /** Those of a group's messages, by its topic. */
    public List<JsonNode> noticesOf(String topic) {
        return notices.stream()
                .filter(notice ->
                        notice.at("/notification/ios/extras/topic").asText().equals(topic))
                .toList();
    }

    /** An id as JPush hands them out. */
    public String issueId() {
        String id = APP_KEY + "-" + UUID.randomUUID();
        issued.add(id);
        return id;
    }

    /** Every call of the push path, refused and repeated ones too. */
    public List<JsonNode> calls() {
        return calls;
    }

    /** Answers these calls otherwise; nothing is shown for them. */
    public void fault(Function<JsonNode, Optional<VendorServer.Answer>> next) {
        fault = next;
    }

    /** A target JPush knows nobody of. */
    public void unknown(String target) {
        unknown.add(target);
    }

    public void givesNoIds() {
        givesIds = false;
    }

    public static VendorServer.Answer error(int status, int code) {
        ObjectNode body = Json.object();
        body.putObject("error").put("code", code).put("message", "refused");
        return new VendorServer.Answer(status, Json.text(body));
    }

    @Override
    public void close() {
        server.close();
    }

    private VendorServer.Answer answer(VendorServer.Request request) {
        String login =
                Base64.getEncoder().encodeToString((APP_KEY + ":" + MASTER_SECRET).getBytes(StandardCharsets.UTF_8));
        if (!("Basic " + login).equals(request.headers().get("authorization"))) {
            return error(401, 1004);
        }
        if (request.method().equals("GET") && request.path().startsWith("/v3/push/cid")) {
            return givesIds ? ids() : error(503, 1030);
        }
        if (!request.path().equals("/v3/push")) {
            return error(404, 1000);
        }
        return request.method().equals("POST") ? push(request.json()) : error(405, 1001);
    }

    private VendorServer.Answer ids() {
        ObjectNode body = Json.object();
        ArrayNode list = body.putArray("cidlist");
        for (int i = 0; i < 10; i++) {
            list.add(issueId());
        }
        return new VendorServer.Answer(200, Json.text(body));
    }

    private VendorServer.Answer push(JsonNode call) {
        calls.add(call);
        String cid = call.path("cid").asText("");
        if (!cid.isEmpty() && doneByCid.containsKey(cid)) {
            return new VendorServer.Answer(200, doneByCid.get(cid));
        }
        List<String> targets = targets(call);
        if (!cid.isEmpty() && !issued.contains(cid) || targets.size() > 1_000 || !wellFormed(call, targets)) {
            return error(400, 1003);
        }
        if (unknown.containsAll(targets)) {
            return error(400, 1011);
        }
        Optional<VendorServer.Answer> other = fault.apply(call);
        if (other.isPresent()) {
            return other.get();
        }
        notices.add(call);
        String done = "{\"sendno\":\"0\",\"msg_id\":\"" + messages.incrementAndGet() + "\"}";
        if (!cid.isEmpty()) {
            doneByCid.put(cid, done);
        }
        return new VendorServer.Answer(200, done);
    }

    public static List<String> targets(JsonNode call) {
        List<String> targets = new ArrayList<>();
        for (String kind : List.of("alias", "registration_id")) {
            call.path("audience").path(kind).forEach(target -> targets.add(target.asText()));
        }
        return targets;
    }

    private static boolean wellFormed(JsonNode call, List<String> targets) {
        JsonNode ios = call.at("/notification/ios");
        JsonNode badge = ios.path("badge");
        return !targets.isEmpty()
                && call.path("platform").isArray()
                && call.at("/notification/android/alert").isTextual()
                && ios.at("/alert/body").isTextual()
                && (badge.isMissingNode() || badge.isIntegralNumber())
                && targets(call).stream().noneMatch(target -> target.startsWith("bad"))
                && StreamSupport.stream(call.at("/audience/alias").spliterator(), false)
                        .allMatch(alias -> alias.asText().matches("[\\w.@!#$&*+=|\\u4e00-\\u9fa5]{1,40}"));
    }
}

package dev.curlew.push;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.config.PushConfig;
import dev.curlew.protocol.Json;
import dev.curlew.push.PushProvider.Content;
import dev.curlew.push.PushProvider.Notice;
import java.util.Optional;

/** The body of a call of JPush's {@code /v3/push}. */
final class JPushPayload {

    private static final String DEFAULT_SOUND = "default";
    private static final int LONGEST_ALIAS = 40;

    private final PushConfig config;

    JPushPayload(PushConfig config) {
        this.config = config;
    }

    /**
     * The alias the app sets for its user, {@code {tenant}_{uid}}; a dash, which JPush does not allow in it, is a dot. Empty when it
     * is longer than JPush takes.
     */
    static Optional<String> alias(Notice notice) {
        String alias = notice.content().tenant().replace('-', '.') + "_" + notice.uid();
        return Optional.of(alias).filter(text -> text.length() <= LONGEST_ALIAS);
    }

    /** @param cid by which JPush knows a repetition of this call */
    ObjectNode of(Group group, Optional<String> cid) {
        ObjectNode push = Json.object();
        cid.ifPresent(id -> push.put("cid", id));
        push.putArray("platform").add("android").add("ios");
        push.set("audience", audience(group));
        ObjectNode notification = push.putObject("notification");
        notification.set("android", android(group.content()));
        notification.set("ios", ios(group.content()));
        push.putObject("options")
                .put("time_to_live", config.timeToLiveS())
                .put("apns_production", config.apnsProduction());
        return push;
    }

    private static ObjectNode audience(Group group) {
        ObjectNode audience = Json.object();
        boolean registered = !group.notices().get(0).tokens().isEmpty();
        ArrayNode targets = audience.putArray(registered ? "registration_id" : "alias");
        for (Notice notice : group.notices()) {
            notice.tokens().forEach(targets::add);
            if (!registered) {
                alias(notice).ifPresent(targets::add);
            }
        }
        return audience;
    }

    private static ObjectNode android(Content content) {
        ObjectNode android = Json.object().put("alert", content.body());
        if (!content.title().isEmpty()) {
            android.put("title", content.title());
        }
        android.set("extras", Extras.of(content));
        return android;
    }

    private static ObjectNode ios(Content content) {
        ObjectNode ios = Json.object();
        ObjectNode alert = ios.putObject("alert");
        if (!content.title().isEmpty()) {
            alert.put("title", content.title());
        }
        alert.put("body", content.body());
        ios.put("sound", content.sound() == null ? DEFAULT_SOUND : content.sound());
        if (content.badge() != null) {
            ios.put("badge", content.badge());
        }
        ios.set("extras", Extras.of(content));
        return ios;
    }
}

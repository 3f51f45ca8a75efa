package dev.curlew.group;

import static dev.curlew.group.GroupProbe.ABSENT;
import static dev.curlew.group.GroupProbe.BLOCKED;
import static dev.curlew.group.GroupProbe.CONFLICT;
import static dev.curlew.group.GroupProbe.FORBIDDEN;
import static dev.curlew.group.GroupProbe.MUTED;
import static dev.curlew.group.GroupRightsIT.NONE;
import static dev.curlew.group.GroupRightsIT.OK;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.group.GroupRightsIT.Body;
import dev.curlew.group.GroupRightsIT.Call;
import dev.curlew.group.GroupRightsIT.Scene;
import dev.curlew.group.GroupRightsIT.Who;
import dev.curlew.protocol.Json;
import java.util.Map;

/** Who may join, decide, announce, confirm and see files; and what has to be there for the try. */
final class EntryRights {

    private static final Body ASK = scene -> Json.object().put("message", "let me in");
    private static final Body TEXT = scene -> Json.object().put("content", "another text");

    private EntryRights() {}

    static void addTo(Map<String, Call> calls) {
        calls.put("GET /{topic}/join-requests", new Call(NONE, OK, OK, OK));
        calls.put("POST /{topic}/join-requests#approval", ask(OK));
        calls.put("POST /{topic}/join-requests#open", ask(OK));
        calls.put("POST /{topic}/join-requests#closed", ask(FORBIDDEN));
        for (String action : new String[] {"accept", "decline"}) {
            calls.put(
                    "PATCH /{topic}/join-requests/{id}#" + action,
                    new Call(scene -> Json.object().put("action", action), FORBIDDEN, OK, OK));
        }
        calls.put("GET /{topic}/invitations", new Call(NONE, FORBIDDEN, OK, OK));
        calls.put("GET /{topic}/announcements", new Call(NONE, OK, OK, OK));
        calls.put("POST /{topic}/announcements", new Call(TEXT, FORBIDDEN, OK, OK));
        calls.put("POST /{topic}/announcements#all", new Call(TEXT, OK, OK, OK, Map.of(Who.MUTED, MUTED)));
        calls.put("GET /{topic}/announcements/{id}", new Call(NONE, OK, OK, OK));
        calls.put("PATCH /{topic}/announcements/{id}", new Call(TEXT, FORBIDDEN, OK, OK));
        calls.put("PATCH /{topic}/announcements/{id}#all", new Call(TEXT, FORBIDDEN, OK, OK));
        calls.put("DELETE /{topic}/announcements/{id}", new Call(NONE, FORBIDDEN, OK, OK));
        calls.put("DELETE /{topic}/announcements/{id}#all", new Call(NONE, FORBIDDEN, OK, OK));
        calls.put("POST /{topic}/announcements/{id}/confirm", new Call(NONE, OK, OK, OK));
        calls.put("GET /{topic}/announcements/{id}/confirmations", new Call(NONE, FORBIDDEN, OK, OK));
        calls.put("GET /{topic}/announcements/{id}/history", new Call(NONE, OK, OK, OK));
        calls.put("GET /{topic}/files", new Call(NONE, OK, OK, OK));
    }

    /** Those who are in are told so; whoever knows of the group is answered, though never in another tenant. */
    private static Call ask(int stranger) {
        return new Call(
                ASK,
                CONFLICT,
                CONFLICT,
                CONFLICT,
                Map.of(Who.OUTSIDER, stranger, Who.REMOVED, stranger, Who.BLOCKED, BLOCKED, Who.OTHER_TENANT, ABSENT));
    }

    /** Answers the id of what the call is about; 0 where it is about none. */
    static long prepare(GroupWorld world, String name, Scene scene) {
        Account owner = scene.who().get(Who.OWNER);
        String group = "/" + scene.topic();
        if (name.contains("/join-requests#")) {
            String policy = name.substring(name.indexOf('#') + 1);
            world.call(0, owner, "PATCH", group, Json.object().put("join_policy", policy))
                    .ok();
        }
        if (name.contains("/announcements") && name.endsWith("#all")) {
            world.call(0, owner, "PATCH", group, Json.object().put("announce_policy", "all"))
                    .ok();
        }
        if (name.contains("/join-requests/{id}")) {
            return id(world, scene.spare(), group + "/join-requests", ASK.of(scene));
        }
        return name.contains("/announcements/{id}")
                ? id(
                        world,
                        owner,
                        group + "/announcements",
                        TEXT.of(scene).put("content", "text").put("need_confirm", true))
                : 0;
    }

    private static long id(GroupWorld world, Account as, String path, ObjectNode body) {
        return world.call(1, as, "POST", path, body).ok().path("id").asLong();
    }
}

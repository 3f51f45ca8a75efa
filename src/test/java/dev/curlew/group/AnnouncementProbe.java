package dev.curlew.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestHttp.Response;
import java.util.ArrayList;
import java.util.List;

/** The calls about announcements. */
abstract class AnnouncementProbe extends GroupProbe {

    static ObjectNode text(String content) {
        return json().put("content", content);
    }

    static String path(String topic) {
        return "/" + topic + "/announcements";
    }

    Response post(int node, Account as, String topic, ObjectNode body) {
        return world.call(node, as, "POST", path(topic), body);
    }

    Response one(int node, Account as, String topic, long number) {
        return world.get(node, as, path(topic) + "/" + number);
    }

    Response edit(int node, Account as, String topic, long number, ObjectNode body) {
        return world.call(node, as, "PATCH", path(topic) + "/" + number, body);
    }

    int remove(int node, Account as, String topic, long number) {
        return world.call(node, as, "DELETE", path(topic) + "/" + number, null).status();
    }

    Response confirm(int node, Account as, String topic, long number, String query) {
        return world.call(node, as, "POST", path(topic) + "/" + number + "/confirm" + query, null);
    }

    /** Who confirmed, page by page. */
    List<Long> confirmations(int node, Account as, String topic, long number) {
        List<Long> uids = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = world.get(node, as, path(topic) + "/" + number + "/confirmations?limit=1" + cursor)
                    .ok();
            page.path("confirmations").forEach(one -> uids.add(one.path("uid").asLong()));
            cursor = page.path("next_cursor").isNull()
                    ? null
                    : "&cursor=" + page.path("next_cursor").asText();
        } while (cursor != null);
        return uids;
    }

    List<String> versions(int node, Account as, String topic, long number) {
        List<String> versions = new ArrayList<>();
        world.get(node, as, path(topic) + "/" + number + "/history")
                .ok()
                .path("versions")
                .forEach(one -> versions.add(
                        one.path("action").asText() + " " + one.path("content").asText()));
        return versions;
    }
}

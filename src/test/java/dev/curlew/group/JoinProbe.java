package dev.curlew.group;

import static dev.curlew.group.GroupWorld.id;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.domain.ConversationId;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** The calls about applications to join. */
abstract class JoinProbe extends GroupProbe {

    static final Duration SOON = Duration.ofSeconds(20);

    Response ask(int node, Account as, String topic, String message) {
        return world.call(node, as, "POST", "/" + topic + "/join-requests", json().put("message", message));
    }

    Response decide(int node, Account as, String topic, JsonNode request, String action) {
        String path = "/" + topic + "/join-requests/" + request.path("id").asLong();
        return world.call(node, as, "PATCH", path, json().put("action", action));
    }

    List<Row> requests(String topic) {
        return world.rows("SELECT * FROM {im_group_join_requests} WHERE group_id = ? ORDER BY id", id(topic));
    }

    static List<Long> ids(JsonNode page) {
        List<Long> ids = new ArrayList<>();
        page.path("requests").forEach(request -> ids.add(request.path("id").asLong()));
        return ids;
    }

    /** Notifications of a kind between two, by one of them, once there are so many. */
    List<JsonNode> notices(Account by, Account other, int type, int count) {
        String conversation =
                ConversationId.notifications(by.uid(), other.uid()).value();
        return Awaitility.await()
                .atMost(SOON)
                .until(
                        () -> {
                            List<JsonNode> found = new ArrayList<>();
                            world.cluster
                                    .http(1)
                                    .get("/v1/im/conversations/" + conversation + "/messages", other.token())
                                    .body()
                                    .path("messages")
                                    .forEach(message -> {
                                        if (message.path("content_type").asInt() == type
                                                && message.path("send_uid").asLong() == by.uid()) {
                                            found.add(message);
                                        }
                                    });
                            return found;
                        },
                        found -> found.size() >= count);
    }
}

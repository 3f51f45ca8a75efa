package dev.curlew.group;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import java.util.ArrayList;
import java.util.List;

/** How tests look at lists of conversations. */
abstract class GroupListProbe extends GroupProbe {

    JsonNode conversation(int node, Account who, String topic) {
        for (JsonNode one :
                world.http(node).get("/v1/im/conversations", who.token()).ok().path("conversations")) {
            if (one.path("conversation_id").asText().equals(id(topic))) {
                return one;
            }
        }
        throw new AssertionError("Not in the list: " + topic);
    }

    List<String> listed(int node, Account who) {
        return ids(
                world.http(node).get("/v1/im/conversations", who.token()).ok().path("conversations"));
    }

    static List<String> ids(JsonNode conversations) {
        List<String> ids = new ArrayList<>();
        conversations.forEach(one -> ids.add(one.path("conversation_id").asText()));
        return ids;
    }

    static String id(String topic) {
        return "sg_" + GroupWorld.id(topic);
    }
}

package dev.curlew.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.protocol.Json;
import java.util.List;

/**
 * A conversation of the load: a pair, or a group and those of its members who have an account here.
 *
 * @param topic empty for a pair
 */
record Talk(String conversationId, String topic, List<Account> members) {

    Talk {
        members = List.copyOf(members);
    }

    static Talk of(Account[] pair) {
        return new Talk(pair[0].conversationWith(pair[1].uid()), "", List.of(pair));
    }

    static Talk of(String topic, List<Account> members) {
        return new Talk(topic.replace("grp_", "sg_"), topic, members);
    }

    boolean isGroup() {
        return !topic.isEmpty();
    }

    boolean has(Account user) {
        return members.stream().anyMatch(one -> one.uid() == user.uid());
    }

    /** A message from one of the members to all others. */
    ObjectNode message(String clientMsgId, Account from) {
        ObjectNode data = Json.object();
        if (isGroup()) {
            data.put("topic", topic);
        } else {
            Account peer = members.get(members.get(0).uid() == from.uid() ? 1 : 0);
            data.put("to_uid", peer.uid());
        }
        data.put("client_msg_id", clientMsgId).put("content_type", 101);
        data.putObject("content").put("text", "text of " + clientMsgId);
        return data;
    }
}

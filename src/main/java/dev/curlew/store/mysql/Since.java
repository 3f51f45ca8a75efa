package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;

/**
 * What became of a group's message since it was sent, as its row's {@code head} has it.
 *
 * @param change number of the newest change to it (rule 12); 0 for none
 * @param role of whoever took it back, at that time (B-175); 0 when nobody did
 * @param nickname of whoever took it back, as it was then
 */
public record Since(long change, int role, String nickname) {

    private static final Since NOTHING = new Since(0, 0, "");

    static Since of(String head) {
        if (head == null || !head.contains("\"change\"")) {
            return NOTHING;
        }
        ObjectNode node = Json.read(head, ObjectNode.class);
        return new Since(
                node.path("change").asLong(),
                node.path("revoke").path("role").asInt(),
                node.path("revoke").path("nickname").asText());
    }
}

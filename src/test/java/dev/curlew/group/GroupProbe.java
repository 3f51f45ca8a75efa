package dev.curlew.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** What tests of groups on the two shared nodes have in common. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GroupProbe {

    static final int FORBIDDEN = 40300;
    static final int BLOCKED = 40303;
    static final int ABSENT = 40400;
    static final int INVALID = 40002;
    static final int MUTED = 40302;
    static final int CONFLICT = 40900;

    GroupWorld world;

    @BeforeAll
    void begin() {
        world = new GroupWorld(TestCluster.shared());
    }

    @AfterAll
    void end() {
        world.close();
    }

    static ObjectNode json() {
        return Json.object();
    }

    JsonNode seen(int node, Account as, String topic) {
        return world.get(node, as, "/" + topic).ok();
    }

    /** A member of the group as another one sees them in the list. */
    JsonNode listed(int node, Account as, String topic, Account member) {
        for (JsonNode one :
                world.get(node, as, "/" + topic + "/members?limit=200").ok().path("members")) {
            if (one.path("uid").asLong() == member.uid()) {
                return one;
            }
        }
        throw new AssertionError("Not in the list: " + member.name());
    }

    int change(int node, Account as, String topic, ObjectNode body) {
        return GroupWorld.code(world.call(node, as, "PATCH", "/" + topic, body));
    }

    int changeMember(int node, Account as, String topic, Account member, ObjectNode body) {
        return GroupWorld.code(world.call(node, as, "PATCH", "/" + topic + "/members/" + member.uid(), body));
    }

    int add(int node, Account as, String topic, Account... members) {
        long[] uids = Arrays.stream(members).mapToLong(Account::uid).toArray();
        return GroupWorld.code(world.call(node, as, "POST", "/" + topic + "/members", GroupWorld.uids(uids)));
    }

    int remove(int node, Account as, String topic, Account member) {
        return GroupWorld.code(world.call(node, as, "DELETE", "/" + topic + "/members/" + member.uid(), null));
    }

    int leave(int node, Account as, String topic) {
        return GroupWorld.code(world.call(node, as, "DELETE", "/" + topic + "/members/me", null));
    }
}

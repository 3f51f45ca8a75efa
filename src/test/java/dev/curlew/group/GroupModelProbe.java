package dev.curlew.group;

import static dev.curlew.group.GroupNode.id;
import static dev.curlew.group.GroupWorld.TENANT;
import static dev.curlew.group.GroupWorld.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.TestConfig;
import dev.curlew.client.Account;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupMember;
import dev.curlew.protocol.Json;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The reading half of a node beside the cluster's two, and what Redis holds of groups. */
abstract class GroupModelProbe extends GroupProbe {

    static final long LATER = 4_000_000_000_000L;

    GroupNode node;

    @BeforeAll
    void open() {
        node = new GroupNode(TestConfig.on(world.cluster.stores(), "shared"));
    }

    @AfterAll
    void close() {
        node.close();
    }

    Group find(String topic) {
        return await(node.reader.find(TENANT, id(topic))).orElseThrow();
    }

    Optional<GroupMember> active(String topic, long uid) {
        return await(node.reader.member(TENANT, id(topic), uid));
    }

    Optional<GroupMember> everMember(String topic, long uid) {
        return await(node.reader.everMember(TENANT, id(topic), uid));
    }

    Set<Long> members(String topic) {
        return new TreeSet<>(await(node.reader.members(TENANT, GroupWorld.id(topic))));
    }

    Set<Long> admins(String topic) {
        return await(node.reader.admins(TENANT, id(topic)));
    }

    JsonNode page(Account by, String topic, int limit, String filter) {
        return world.get(0, by, "/" + topic + "/members?limit=" + limit + filter)
                .ok();
    }

    Set<String> pages(String topic) {
        return world.redis.keys(world.key("group:" + GroupWorld.id(topic) + ":page:*"));
    }

    /** The numbers in a set once it is whole; its marks are no numbers. */
    Set<Long> set(String name, String topic) {
        String key = world.key("group:" + GroupWorld.id(topic) + ":" + name);
        Awaitility.await().until(() -> world.redis.sismember(key, "loaded"));
        Set<Long> numbers = new HashSet<>();
        world.redis.smembers(key).stream()
                .filter(member -> member.matches("[0-9]+"))
                .forEach(member -> numbers.add(Long.parseLong(member)));
        return numbers;
    }

    JsonNode cached(String key) {
        return Json.read(world.redis.get(key), JsonNode.class);
    }

    String profileKey(String topic) {
        return world.key("group:" + GroupWorld.id(topic) + ":profile");
    }

    String settingsKey(String topic) {
        return world.key("group:" + GroupWorld.id(topic) + ":settings");
    }

    String topicKey(String topic) {
        return world.key("topic:" + topic + ":object");
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

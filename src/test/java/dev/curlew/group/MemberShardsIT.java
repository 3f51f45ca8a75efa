package dev.curlew.group;

import static dev.curlew.group.RemindedGroups.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.protocol.Json;
import dev.curlew.push.JPushServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The members of a group of ten thousand, shard by shard, and reminders for those who are away. */
class MemberShardsIT {

    private static final int MANY = 10_000;
    private static final int CALLS_PER_SECOND = 20;
    private static final int GO = 40;
    private static final int COME = 700;

    private static JPushServer jpush;
    private static RemindedGroups groups;
    private static GroupWorld world;

    @BeforeAll
    static void start() {
        jpush = new JPushServer();
        groups = new RemindedGroups("shardsit", 2, jpush, "push.group_calls_per_second=" + CALLS_PER_SECOND);
        world = groups.world;
    }

    @AfterAll
    static void stop() {
        groups.close();
        jpush.close();
    }

    @Test
    @Requirement("A-104")
    void eachOfTenThousandIsGoneThroughOnceAShardAtATime() {
        List<Account> u = world.users("owner", "online");
        List<Long> crowd = world.crowd("crowd-" + System.nanoTime(), MANY - 2);
        List<Long> all = new ArrayList<>(crowd);
        all.add(u.get(1).uid());
        ObjectNode body = Json.object()
                .put("tenant", GroupWorld.TENANT)
                .put("owner_uid", u.get(0).uid())
                .put("name", "ten thousand");
        body.set("member_uids", GroupWorld.uids(all).get("uids"));
        String topic = world.admin("POST", "", body).ok().path("topic").asText();
        try (TestClient online = world.cluster.socket(1, u.get(1))) {
            long began = System.nanoTime();
            long seq = groups.send(0, u.get(0), text(topic, "to all"));
            Awaitility.await()
                    .atMost(RemindedGroups.SOON)
                    .until(() -> targets(topic, seq).size() >= crowd.size());
            long tookMs = (System.nanoTime() - began) / 1_000_000;
            List<JsonNode> notices = groups.notices(topic, seq);
            assertThat(targets(topic, seq))
                    .doesNotHaveDuplicates()
                    .hasSize(crowd.size())
                    .contains(RemindedGroups.alias(crowd.get(0)), RemindedGroups.alias(crowd.get(MANY - 3)));
            assertThat(notices)
                    .hasSize(10)
                    .allMatch(notice -> JPushServer.targets(notice).size() <= 1_000);
            assertThat(tookMs).as("at a pace").isGreaterThanOrEqualTo(9 * 1_000 / CALLS_PER_SECOND);
            assertThat(online.awaitEvent("message", RemindedGroups.SOON)).isNotNull();
        }
        assertShards(topic, 10);

        // Who goes and who comes changes the shards, and the next reminder goes by them.
        for (long uid : crowd.subList(0, GO)) {
            assertThat(world.call(1, u.get(0), "DELETE", "/" + topic + "/members/" + uid, null)
                            .status())
                    .isEqualTo(204);
        }
        assertShards(topic, 10);
        List<Long> comes = world.crowd("late-" + System.nanoTime(), COME);
        world.admin("POST", "/" + topic + "/members", tenant(comes)).ok();
        assertShards(topic, 10);
        long seq = groups.send(1, u.get(0), text(topic, "to all who are left"));
        Set<String> expected = new HashSet<>();
        crowd.subList(GO, crowd.size()).forEach(uid -> expected.add(RemindedGroups.alias(uid)));
        comes.forEach(uid -> expected.add(RemindedGroups.alias(uid)));
        expected.add(RemindedGroups.alias(u.get(1)));
        Awaitility.await()
                .atMost(RemindedGroups.SOON)
                .until(() -> targets(topic, seq).size() >= expected.size());
        assertThat(targets(topic, seq)).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Redis loses them, or somebody else's change leaves its mark: they are read again, nobody is missed. */
    @Test
    void lostShardsAndThoseBehindABarrierCostNobodyTheReminder() {
        List<Account> u = world.users("owner", "away");
        String topic = world.group(u.get(0), u.get(1));
        String state = world.key("topic:{" + topic + "}:shards");
        groups.send(0, u.get(0), text(topic, "one"));
        groups.awaitNotices(topic, 1);
        assertShards(topic, 1);
        world.redis.keys(world.key("topic:{" + topic + "}:shard*")).forEach(world.redis::del);
        groups.send(0, u.get(0), text(topic, "two"));
        groups.awaitNotices(topic, 2);
        assertShards(topic, 1);
        world.redis.setex(state, 30L, "barrier");
        groups.send(0, u.get(0), text(topic, "three"));
        groups.awaitNotices(topic, 3);
        assertThat(world.redis.get(state)).isEqualTo("barrier");
        world.redis.del(state);
        groups.send(0, u.get(0), text(topic, "four"));
        groups.awaitNotices(topic, 4);
        assertShards(topic, 1);
    }

    private static List<String> targets(String topic, long seq) {
        return RemindedGroups.targets(groups.notices(topic, seq));
    }

    private static ObjectNode tenant(List<Long> uids) {
        return GroupWorld.uids(uids).put("tenant", GroupWorld.TENANT);
    }

    /** Together they are the members, nobody is in two, and none is a fifth larger or smaller than it had to be. */
    private static void assertShards(String topic, int count) {
        List<Set<String>> shards = groups.shards(topic);
        assertThat(shards).hasSize(count);
        List<String> together = shards.stream().flatMap(Set::stream).collect(Collectors.toList());
        Set<String> members = new HashSet<>();
        world.rows("SELECT uid FROM {im_group_members} WHERE group_id = ? AND state = 'active'", GroupWorld.id(topic))
                .forEach(row -> members.add(Long.toString(row.getLong("uid"))));
        assertThat(together).doesNotHaveDuplicates();
        assertThat(new HashSet<>(together)).isEqualTo(members);
        double even = (double) members.size() / count;
        assertThat(shards).allMatch(shard -> shard.size() >= 0.8 * even && shard.size() <= 1.2 * even);
    }
}

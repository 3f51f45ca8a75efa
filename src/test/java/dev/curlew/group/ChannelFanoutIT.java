package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.protocol.Cause;
import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import dev.curlew.protocol.FanoutRecord;
import dev.curlew.protocol.GroupPush;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.PushBatch.Push;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

/** Over the channel one record goes to all nodes; each looks for its own members, and what is lost the heads tell of. */
class ChannelFanoutIT extends GroupFanoutSuite {

    private static final String CHANNEL = "im:0:group_fanout";

    ChannelFanoutIT() {
        super("redis");
    }

    @Test
    @Requirement({"A-143", "A-281", "A-283"})
    void oneRecordForEachSendAndNobodyHearsItTwice() {
        List<Account> u = world.users("sender", "here", "there", "stranger");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        String conversation = "sg_" + GroupWorld.id(topic);
        try (TestClient here = online.socket(0, u.get(1));
                TestClient there = online.socket(1, u.get(2));
                TestClient stranger = online.socket(1, u.get(3));
                ChannelEar ear = new ChannelEar(world.cluster.config(0), CHANNEL)) {
            online.awaitOnline(topic, Set.of(u.get(1)), Set.of(u.get(2)));
            assertThat(listeners()).isEqualTo(3);
            long seq = sent(u.get(0), topic, "once").path("seq").asLong();
            assertThat(message(here, topic)).isEqualTo(seq);
            assertThat(message(there, topic)).isEqualTo(seq);
            JsonNode record = ear.next(conversation);
            assertThat(record.path("tenant").asText()).isEqualTo(GroupWorld.TENANT);
            assertThat(record.path("topic").asText()).isEqualTo(topic);
            assertThat(record.path("seq").asLong()).isEqualTo(seq);
            assertThat(record.path("origin").asText())
                    .isIn(
                            world.cluster.config(0).node().id(),
                            world.cluster.config(1).node().id());
            assertThat(record.path("frame")
                            .path("data")
                            .path("content")
                            .path("text")
                            .asText())
                    .isEqualTo("once");

            // An event without a number, which no socket would know to be a repeat.
            ObjectNode event = Json.object().put("event", "probe");
            event.putObject("data").put("topic", topic);
            Push probe = new Push(conversation, 0, 0, Cause.NONE, null, Json.text(event), null);
            online.say(new GroupPush(GroupWorld.TENANT, GroupWorld.id(topic), List.of(probe), List.of()));
            assertThat(here.awaitEvent("probe", GroupsOnline.SOON)).isNotNull();
            assertThat(there.awaitEvent("probe", GroupsOnline.SOON)).isNotNull();
            long last = sent(u.get(0), topic, "after").path("seq").asLong();
            assertThat(ear.next(conversation).path("seq").asLong()).isZero();
            assertThat(ear.next(conversation).path("seq").asLong()).isEqualTo(last);
            for (TestClient one : List.of(here, there)) {
                JsonNode next = one.awaitEvent("message", GroupsOnline.SOON);
                assertThat(next.path("seq").asLong()).isEqualTo(last);
                assertThat(one.events())
                        .noneMatch(more -> more.path("event").asText().equals("probe"));
            }
            assertThat(stranger.events()).noneMatch(more -> more.toString().contains(topic));
        }
    }

    @Test
    @Requirement({"A-142", "A-168", "A-170", "A-286"})
    void withTheChannelBlockedOwnMembersHearAtOnceAndOthersWithinAHeartbeat() {
        List<Account> u = world.users("sender", "here", "there");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        try (TestClient here = online.socket(0, u.get(1));
                TestClient there = online.socket(1, u.get(2))) {
            online.awaitOnline(topic, Set.of(u.get(1)), Set.of(u.get(2)));
            long before = sent(u.get(0), topic, "heard").path("seq").asLong();
            assertThat(message(here, topic)).isEqualTo(before);
            assertThat(message(there, topic)).isEqualTo(before);
            long lost;
            try {
                acl("resetchannels");
                // A restriction closes connections that listen to what they may not any more.
                world.redis.sendCommand(Protocol.Command.CLIENT, "KILL", "TYPE", "pubsub");
                lost = sent(u.get(0), topic, "not heard everywhere").path("seq").asLong();
                int live = 0;
                for (TestClient one : List.of(here, there)) {
                    JsonNode told = messageOrSync(one, topic, lost);
                    live += told.has("client_msg_id") ? 1 : 0;
                    JsonNode page = one.call(
                            "pull",
                            Json.object()
                                    .put("conversation_id", "sg_" + GroupWorld.id(topic))
                                    .put("after_seq", before));
                    assertThat(page.path("messages").path(0).path("seq").asLong())
                            .isEqualTo(lost);
                }
                assertThat(live).as("the members of the node that published").isEqualTo(1);
            } finally {
                acl("allchannels");
            }
            Awaitility.await().atMost(GroupsOnline.SOON).until(() -> listeners() == 2);
            long after = sent(u.get(0), topic, "heard again").path("seq").asLong();
            assertThat(message(here, topic)).isEqualTo(after);
            assertThat(message(there, topic)).isEqualTo(after);
        }
    }

    @Test
    @Requirement({"A-284", "A-285"})
    void aGroupThatIsNotLoadedIsFoundInRedisAndWithoutItInTheSessions() throws Exception {
        List<Account> u = world.users("sender", "there", "detached");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        try (TestClient there = online.socket(1, u.get(1));
                TestClient detached = online.socket(1, u.get(2))) {
            assertThat(GroupsOnline.code(detached, "detach", topic)).isZero();
            online.awaitOnline(topic, Set.of(), Set.of(u.get(1)));
            LoadedGroups.forget(world.cluster.node(1), topic);
            published(topic, 1);
            assertThat(message(there, topic)).isEqualTo(1);

            LoadedGroups.forget(world.cluster.node(1), topic);
            world.redis.del(online.online(topic, 1));
            published(topic, 2);
            assertThat(message(there, topic)).isEqualTo(2);
            published(topic, 3);
            assertThat(message(there, topic)).isEqualTo(3);
            assertThat(detached.events())
                    .noneMatch(
                            event -> event.at("/data/conversation_id").asText().equals("sg_" + GroupWorld.id(topic)));
        }
    }

    private long listeners() {
        return Long.parseLong(world.redis.pubsubNumSub(CHANNEL).get(CHANNEL).toString());
    }

    /** As another node publishes it. */
    private void published(String topic, long seq) {
        String conversation = "sg_" + GroupWorld.id(topic);
        ObjectNode event = Json.object().put("event", "message");
        event.putObject("data").put("conversation_id", conversation).put("seq", seq);
        FanoutRecord record = new FanoutRecord(
                "elsewhere",
                new GroupDelivery(
                        GroupWorld.TENANT,
                        GroupWorld.id(topic),
                        conversation,
                        seq,
                        Cause.NONE,
                        null,
                        Json.bytes(event),
                        Set.of(),
                        List.of(),
                        false));
        world.redis.publish(CHANNEL.getBytes(StandardCharsets.UTF_8), record.encode());
    }

    private void acl(String channels) {
        String[] at = world.cluster.config(0).redis().addr().split(":");
        try (Jedis redis = new Jedis(at[0], Integer.parseInt(at[1]))) {
            redis.aclSetUser("default", channels);
        }
    }

    /** What a client is told of a number, live or as a hint. */
    private static JsonNode messageOrSync(TestClient client, String topic, long seq) {
        String conversation = "sg_" + GroupWorld.id(topic);
        long end = System.nanoTime() + GroupsOnline.SOON.toNanos();
        while (System.nanoTime() < end) {
            JsonNode event = poll(client);
            JsonNode data = event == null ? Json.object() : event.path("data");
            boolean live = data.path("conversation_id").asText().equals(conversation)
                    && data.path("seq").asLong() == seq;
            boolean hint = data.path("conversations")
                    .findValuesAsText("conversation_id")
                    .contains(conversation);
            if (live || hint) {
                return data;
            }
        }
        throw new AssertionError("Not told of " + seq);
    }

    private static JsonNode poll(TestClient client) {
        try {
            return client.events().poll(200, java.util.concurrent.TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

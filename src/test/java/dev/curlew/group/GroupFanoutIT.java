package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.dev.Pause;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Over the bus an event goes once to each node that holds members, and to no other. */
class GroupFanoutIT extends GroupFanoutSuite {

    GroupFanoutIT() {
        super("bus");
    }

    @Test
    @Requirement("A-281")
    void nothingIsPublishedAndNobodyListens() {
        List<Account> u = world.users("sender", "there");
        String topic = world.group(u.get(0), u.get(1));
        String channel = "im:0:group_fanout";
        try (TestClient there = online.socket(1, u.get(1));
                ChannelEar ear = new ChannelEar(world.cluster.config(0), channel)) {
            online.awaitOnline(topic, Set.of(), Set.of(u.get(1)));
            assertThat(world.redis.pubsubNumSub(channel)).hasToString("{" + channel + "=1}");
            long seq = sent(u.get(0), topic, "over the bus").path("seq").asLong();
            assertThat(message(there, topic)).isEqualTo(seq);
            settled();
            assertThat(ear.silent()).isTrue();
        }
    }

    @Test
    @Requirement({"A-103", "A-141", "X-023"})
    void onlyNodesThatHoldMembersGetAnEvent() {
        List<Account> u = world.users("owner", "here", "there", "stranger");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        try (TestClient stranger = online.socket(1, u.get(3));
                TestClient here = online.socket(0, u.get(1))) {
            online.awaitOnline(topic, Set.of(u.get(1)), Set.of());
            awaitHead(u.get(0), "n_" + GroupWorld.id(topic), 1);
            settled();
            double before = deliveries();
            rename(u.get(0), topic, "one");
            GroupsOnline.group(here, topic, "info");
            settled();
            // The message of the notification and the event that says the same.
            assertThat(deliveries() - before).isEqualTo(2);
            try (TestClient there = online.socket(1, u.get(2))) {
                online.awaitOnline(topic, Set.of(u.get(1)), Set.of(u.get(2)));
                before = deliveries();
                rename(u.get(0), topic, "two");
                GroupsOnline.group(here, topic, "info");
                GroupsOnline.group(there, topic, "info");
                settled();
                assertThat(deliveries() - before).isEqualTo(4);
            }
            assertThat(stranger.events()).isEmpty();
        }
    }

    @Test
    @Requirement("A-168")
    void whatWasLostOnTheWayIsAnnouncedWithinAHeartbeat() {
        List<Account> u = world.users("owner", "here", "there");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        String notices = "n_" + GroupWorld.id(topic);
        try (TestClient here = online.socket(0, u.get(1));
                TestClient there = online.socket(1, u.get(2))) {
            online.awaitOnline(topic, Set.of(u.get(1)), Set.of(u.get(2)));
            rename(u.get(0), topic, "heard of");
            GroupsOnline.group(here, topic, "info");
            GroupsOnline.group(there, topic, "info");
            unfound(topic, () -> {
                rename(u.get(0), topic, "unheard of");
                awaitHead(u.get(0), notices, 3);
            });
            for (TestClient one : List.of(here, there)) {
                JsonNode sync = one.awaitEvent("sync", GroupsOnline.SOON);
                assertThat(sync.path("conversations")
                                .path(0)
                                .path("conversation_id")
                                .asText())
                        .isEqualTo(notices);
                assertThat(sync.path("conversations").path(0).path("max_seq").asLong())
                        .isEqualTo(3);
                assertThat(one.call("ping", Json.object())
                                .path("conversations")
                                .path(0)
                                .path("conversation_id")
                                .asText())
                        .isEqualTo(notices);
                JsonNode page = one.call(
                        "pull", Json.object().put("conversation_id", notices).put("after_seq", 2));
                assertThat(page.path("messages")).hasSize(1);
                assertThat(one.call("ping", Json.object()).path("conversations"))
                        .isEmpty();
            }
        }
    }

    /** Does something while nobody finds where a group is held, and until it has had time to be delivered nowhere. */
    void unfound(String topic, Runnable what) {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> forgetting = CompletableFuture.runAsync(() -> {
            String[] at = world.cluster.config(0).redis().addr().split(":");
            try (Jedis redis = new Jedis(at[0], Integer.parseInt(at[1]))) {
                redis.select(world.cluster.config(0).redis().db());
                while (!over.get()) {
                    redis.del(online.nodes(topic));
                }
            }
        });
        what.run();
        Pause.millis(500);
        over.set(true);
        forgetting.join();
    }
}

package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A group of ten thousand, and lists and counts while many come and go. */
class GroupScaleIT extends GroupProbe {

    private static final int MANY = 10_000;
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    @Requirement("A-094")
    void tenThousandAreOneCallOneNoticeAndStayInOrderWhileOthersComeAndGo() throws Exception {
        List<Account> u = world.users("owner", "late");
        List<Long> crowd = world.crowd("crowd-" + System.nanoTime(), MANY);
        ObjectNode body = json().put("tenant", GroupWorld.TENANT)
                .put("owner_uid", u.get(0).uid())
                .put("name", "ten thousand");
        body.set("member_uids", GroupWorld.uids(crowd).get("uids"));
        String topic;
        try (TestClient phone = world.cluster.socket(1, u.get(0))) {
            topic = world.admin("POST", "", body).ok().path("topic").asText();
            JsonNode content = phone.awaitEvent("message", SOON).path("content");
            assertThat(content.path("target_uids")).hasSize(100);
            assertThat(content.path("target_count").asInt()).isEqualTo(MANY + 1);
            assertThat(phone.awaitEvent("group", SOON).path("kind").asText()).isEqualTo("created");
        }
        assertThat(seen(1, u.get(0), topic).path("member_count").asInt()).isEqualTo(MANY + 1);
        assertThat(world.number(
                        "SELECT COUNT(*) FROM {im_group_members} WHERE group_id = ? AND state = 'active'",
                        GroupWorld.id(topic)))
                .isEqualTo(MANY + 1);

        AtomicBoolean over = new AtomicBoolean();
        ExecutorService others = Executors.newFixedThreadPool(2);
        List<Future<?>> comingAndGoing = new ArrayList<>();
        for (int node = 0; node < 2; node++) {
            int at = node;
            comingAndGoing.add(others.submit(() -> {
                // Those with the lowest and the highest numbers, which would move a page that counts from the start.
                long uid = crowd.get(at == 0 ? 3 : MANY - 3);
                while (!over.get()) {
                    assertThat(world.call(at, u.get(0), "DELETE", "/" + topic + "/members/" + uid, null)
                                    .status())
                            .isEqualTo(204);
                    assertThat(GroupWorld.code(
                                    world.call(at, u.get(0), "POST", "/" + topic + "/members", GroupWorld.uids(uid))))
                            .isZero();
                }
            }));
        }
        List<Long> listed = world.members(1, u.get(0), topic, "");
        over.set(true);
        for (Future<?> one : comingAndGoing) {
            one.get(30, TimeUnit.SECONDS);
        }
        others.shutdown();
        assertThat(new HashSet<>(listed)).as("nobody twice").hasSize(listed.size());
        List<Long> stayed = new ArrayList<>(crowd);
        stayed.removeAll(List.of(crowd.get(3), crowd.get(MANY - 3)));
        assertThat(new HashSet<>(listed).containsAll(stayed))
                .as("nobody missed")
                .isTrue();
        List<Long> atRest = world.members(0, u.get(0), topic, "");
        assertThat(atRest).hasSize(MANY + 1);
    }

    @Test
    void theCountIsTheLengthOfTheListWheneverOneLooks() throws Exception {
        List<Account> u = world.users("owner", "one", "two");
        String topic = world.group(u.get(0));
        List<Long> crowd = world.crowd("few-" + System.nanoTime(), 60);
        ExecutorService all = Executors.newFixedThreadPool(4);
        AtomicBoolean over = new AtomicBoolean();
        List<Future<?>> writers = new ArrayList<>();
        for (int lane = 0; lane < 3; lane++) {
            List<Long> mine = crowd.subList(20 * lane, 20 * lane + 20);
            int node = lane % 2;
            writers.add(all.submit(() -> {
                for (int round = 0; round < 4; round++) {
                    world.call(node, u.get(0), "POST", "/" + topic + "/members", GroupWorld.uids(mine))
                            .ok();
                    for (long uid : mine.subList(0, 10)) {
                        assertThat(world.call(node, u.get(0), "DELETE", "/" + topic + "/members/" + uid, null)
                                        .status())
                                .isEqualTo(204);
                    }
                }
                return null;
            }));
        }
        Future<Integer> looks = all.submit(() -> {
            int looked = 0;
            while (!over.get()) {
                for (String filter : List.of("", "&role=member", "&role=owner")) {
                    JsonNode page = world.get(looked++ % 2, u.get(0), "/" + topic + "/members?limit=200" + filter)
                            .ok();
                    assertThat(page.path("total").asInt())
                            .as(filter)
                            .isEqualTo(page.path("members").size());
                }
            }
            return looked;
        });
        for (Future<?> writer : writers) {
            writer.get(120, TimeUnit.SECONDS);
        }
        over.set(true);
        assertThat(looks.get(30, TimeUnit.SECONDS)).isGreaterThan(20);
        all.shutdown();
        assertThat(seen(1, u.get(0), topic).path("member_count").asInt()).isEqualTo(31);
        assertThat(world.members(1, u.get(0), topic, "")).hasSize(31);
        assertThat(world.number(
                        "SELECT COUNT(*) FROM {im_group_members} WHERE group_id = ? AND state = 'active'",
                        GroupWorld.id(topic)))
                .isEqualTo(31);
    }
}

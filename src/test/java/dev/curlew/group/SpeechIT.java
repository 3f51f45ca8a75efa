package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may speak in a group: what is decided on one node holds on the other with the next message. */
class SpeechIT extends GroupProbe {

    private static final long LATER = 4_000_000_000_000L;
    private static final int NOT_MEMBER = 40301;
    private static final int MUTED = 40302;
    private static final int MAY = 0;

    @Test
    @Requirement("A-081")
    void aMutedMemberIsRefusedOnTheOtherNodeAtOnceAndHeardAgainAtOnce() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        for (int i = 0; i < 20; i++) {
            assertThat(says(1, two.get(1), topic)).isEqualTo(MAY);
            changeMember(0, two.get(0), topic, two.get(1), json().put("muted_until", LATER));
            assertThat(says(1, two.get(1), topic)).isEqualTo(MUTED);
            changeMember(0, two.get(0), topic, two.get(1), json().put("muted_until", 0));
        }
    }

    @Test
    void aMuteEndsByItself() throws InterruptedException {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        long end = System.currentTimeMillis() + 2_000;
        changeMember(0, two.get(0), topic, two.get(1), json().put("muted_until", end));
        assertThat(says(1, two.get(1), topic)).isEqualTo(MUTED);

        Thread.sleep(Math.max(0, end - System.currentTimeMillis()) + 50);

        assertThat(says(1, two.get(1), topic)).isEqualTo(MAY);
    }

    @Test
    void inAMutedGroupOwnerAndAdminsAreHeard() {
        List<Account> three = world.users("owner", "admin", "member");
        String topic = world.group(three.get(0), three.get(1), three.get(2));
        changeMember(0, three.get(0), topic, three.get(1), json().put("role", "admin"));
        change(0, three.get(0), topic, json().put("muted_until", LATER));

        assertThat(three.stream().map(one -> says(1, one, topic))).containsExactly(MAY, MAY, MUTED);
    }

    @Test
    @Requirement("A-081")
    void whoIsOutIsToldSoAndStrangersLearnNothing() {
        List<Account> all = world.users("owner", "removed", "blocked", "left", "stranger");
        String topic = world.group(all.get(0), all.get(1), all.get(2), all.get(3));
        remove(0, all.get(0), topic, all.get(1));
        world.call(
                0, all.get(0), "DELETE", "/" + topic + "/members/" + all.get(2).uid() + "?block=true", null);
        leave(0, all.get(3), topic);

        assertThat(all.stream().map(one -> says(1, one, topic)))
                .containsExactly(MAY, NOT_MEMBER, BLOCKED, NOT_MEMBER, ABSENT);
        assertThat(says(1, all.get(4), "grp_999999999")).isEqualTo(ABSENT);
        assertThat(says(1, all.get(4), "no topic")).isEqualTo(ABSENT);
    }

    @Test
    void typingToAGroupIsRefusedInTheSameWordsAsSayingSomething() {
        List<Account> all = world.users("owner", "muted", "removed", "stranger");
        String topic = world.group(all.get(0), all.get(1), all.get(2));
        changeMember(0, all.get(0), topic, all.get(1), json().put("muted_until", LATER));
        remove(0, all.get(0), topic, all.get(2));
        List<Integer> expected = List.of(MAY, MUTED, NOT_MEMBER, ABSENT);
        ObjectNode typing = json().put("topic", topic).put("state", "start");
        ObjectNode message =
                json().put("topic", topic).put("client_msg_id", "c1").put("content_type", 101);
        message.putObject("content").put("text", "hello");
        for (int i = 0; i < all.size(); i++) {
            try (TestClient client = world.cluster.socket(1, all.get(i))) {
                JsonNode typed = TestClient.await(client.request("typing", typing), TestClient.PATIENCE);
                JsonNode said = TestClient.await(client.request("send", message), TestClient.PATIENCE);
                assertThat(typed.path("code").asInt()).isEqualTo(expected.get(i));
                assertThat(typed.path("code")).isEqualTo(said.path("code"));
                assertThat(typed.path("message")).isEqualTo(said.path("message"));
            }
        }
    }

    private int says(int node, Account who, String topic) {
        ObjectNode data = json().put("topic", topic).put("client_msg_id", "c" + System.nanoTime());
        data.put("content_type", 101).putObject("content").put("text", "hello");
        return TestClient.await(world.http(node).send(who, data), TestClient.PATIENCE)
                .path("code")
                .asInt();
    }
}

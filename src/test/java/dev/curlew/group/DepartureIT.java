package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What becomes of groups and friendships of users who are deleted. */
class DepartureIT extends GroupProbe {

    @Test
    void aDeletedMemberIsOutAndADeletedOwnerIsFollowedByTheAdmin() {
        List<Account> all = world.users("owner", "member", "admin", "second");
        String topic = world.group(all.get(0), all.get(1), all.get(2), all.get(3));
        changeMember(0, all.get(0), topic, all.get(2), json().put("role", "admin"));

        delete(all.get(1));
        eventually(() ->
                !world.members(0, all.get(2), topic, "").contains(all.get(1).uid()));
        delete(all.get(0));

        eventually(() -> seen(1, all.get(2), topic).path("owner_uid").asLong()
                        == all.get(2).uid()
                && world.members(0, all.get(2), topic, "").size() == 2);
        assertThat(seen(0, all.get(3), topic).path("member_count").asInt()).isEqualTo(2);
        assertThat(change(1, all.get(2), topic, json().put("name", "mine now"))).isZero();
    }

    @Test
    void aGroupOfNobodyElseEnds() {
        Account owner = world.cluster.user("owner");
        String topic = world.group(owner);

        delete(owner);

        eventually(() -> world.admin("GET", "/" + topic + "?tenant=demo", null)
                .ok()
                .path("status")
                .asText()
                .equals("dissolved"));
        eventually(() -> world.number("SELECT COUNT(*) FROM {im_departures} WHERE uid = ?", owner.uid()) == 0);
    }

    @Test
    void friendsHaveOneLessAndAreTold() {
        List<Account> two = world.users("alice", "bob");
        String request = world.http(0)
                .post(
                        "/v1/im/friend-requests",
                        two.get(0).token(),
                        json().put("to_uid", two.get(1).uid()))
                .ok()
                .path("id")
                .asText();
        world.http(0)
                .call("PATCH", "/v1/im/friend-requests/" + request, two.get(1).token(), json().put("action", "accept"))
                .ok();

        delete(two.get(0));

        eventually(() -> friends(two.get(1)).isEmpty());
    }

    private JsonNode friends(Account of) {
        return world.http(1).get("/v1/im/friends", of.token()).ok().path("friends");
    }

    private void delete(Account user) {
        assertThat(world.http(0)
                        .call("DELETE", "/v1/admin/users/" + user.uid() + "?tenant=demo", "dev-admin-secret", null)
                        .status())
                .isEqualTo(204);
    }

    private static void eventually(Callable<Boolean> holds) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(holds);
    }
}

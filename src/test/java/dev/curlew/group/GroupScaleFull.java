package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The largest group there can be. {@code make test-full} runs it. */
class GroupScaleFull extends GroupProbe {

    private static final int MOST = 100_000;
    private static final int A_CALL = 1_000;

    @Test
    void aHundredThousandComeInListedAndEnded() {
        List<Account> u = world.users("owner", "late");
        List<Long> crowd = world.crowd("full-" + System.nanoTime(), MOST - 1);
        ObjectNode body = json().put("tenant", GroupWorld.TENANT)
                .put("owner_uid", u.get(0).uid())
                .put("name", "a hundred thousand");
        String topic = world.admin("POST", "", body).ok().path("topic").asText();
        long begun = System.nanoTime();
        for (int from = 0; from < crowd.size(); from += A_CALL) {
            world.admin(
                            "POST",
                            "/" + topic + "/members",
                            GroupWorld.uids(crowd.subList(from, Math.min(crowd.size(), from + A_CALL)))
                                    .put("tenant", GroupWorld.TENANT))
                    .ok();
        }
        System.out.printf("100,000 members in %d ms%n", (System.nanoTime() - begun) / 1_000_000);
        assertThat(seen(1, u.get(0), topic).path("member_count").asInt()).isEqualTo(MOST);
        assertThat(add(0, u.get(0), topic, u.get(1))).as("no more than that").isEqualTo(FORBIDDEN);
        begun = System.nanoTime();
        List<Long> listed = world.members(1, u.get(0), topic, "");
        System.out.printf("100,000 members listed in %d ms%n", (System.nanoTime() - begun) / 1_000_000);
        assertThat(new HashSet<>(listed)).hasSize(MOST);
        for (long admin : crowd.subList(0, 3)) {
            world.call(0, u.get(0), "PATCH", "/" + topic + "/members/" + admin, json().put("role", "admin"))
                    .ok();
        }
        assertThat(world.members(1, u.get(0), topic, "&role=admin"))
                .containsExactlyInAnyOrderElementsOf(crowd.subList(0, 3));
        assertThat(world.get(1, u.get(0), "/" + topic + "/members?role=member&limit=1")
                        .ok()
                        .path("total")
                        .asInt())
                .isEqualTo(MOST - 4);
        begun = System.nanoTime();
        assertThat(world.call(0, u.get(0), "DELETE", "/" + topic, null).status())
                .isEqualTo(204);
        System.out.printf("100,000 members bounded in %d ms%n", (System.nanoTime() - begun) / 1_000_000);
        assertThat(seen(1, u.get(0), topic).path("status").asText()).isEqualTo("dissolved");
    }
}

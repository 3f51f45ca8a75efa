package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestHttp.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Joining, announcing and confirming lose their connection between two writes and leave none of them; again they do all. */
class EntryAtomicityIT extends GroupProbe {

    private static final int UNKNOWN_OUTCOME = 50300;
    private static final String INSERT = "INSERT INTO";
    /** The first statement behind the decision's row that touches this table. */
    private static final String NUMBERS = "SELECT high FROM";

    private static final List<String> TABLES = List.of(
            "SELECT member_count, version FROM {im_groups} WHERE group_id = %1$d",
            "SELECT uid, state FROM {im_group_members} WHERE group_id = %1$d ORDER BY uid",
            "SELECT id, uid, state, pending_mark, actor_uid, decided_at FROM {im_group_join_requests}"
                    + " WHERE group_id = %1$d ORDER BY id",
            "SELECT id, content, state, version, confirm_count FROM {im_group_announcements} WHERE group_id = %1$d",
            "SELECT h.* FROM {im_group_announcement_history} h JOIN {im_group_announcements} a"
                    + " ON a.id = h.announcement_id WHERE a.group_id = %1$d ORDER BY h.version",
            "SELECT c.* FROM {im_group_announcement_confirms} c JOIN {im_group_announcements} a"
                    + " ON a.id = c.announcement_id WHERE a.group_id = %1$d ORDER BY c.uid");

    private Account owner;
    private Account member;
    private Account applicant;
    private String topic;

    @BeforeEach
    void aGroup() {
        List<Account> u = world.users("owner", "member", "applicant");
        owner = u.get(0);
        member = u.get(1);
        applicant = u.get(2);
        topic = world.group(owner, member);
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void acceptingIsAllOrNothing() throws Exception {
        long request = ask().ok().path("id").asLong();
        allOrNothing(
                () -> world.call(
                        0, owner, "PATCH", "/" + topic + "/join-requests/" + request, json().put("action", "accept")),
                Map.of("im_topic_seq", NUMBERS, "im_notices", INSERT));
        assertThat(seen(1, applicant, topic).path("member_count").asInt()).isEqualTo(3);
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void decliningIsAllOrNothing() throws Exception {
        long request = ask().ok().path("id").asLong();
        allOrNothing(
                () -> world.call(
                        0, owner, "PATCH", "/" + topic + "/join-requests/" + request, json().put("action", "decline")),
                Map.of("im_notices", INSERT));
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void comingIntoAnOpenGroupIsAllOrNothing() throws Exception {
        change(0, owner, topic, json().put("join_policy", "open"));
        allOrNothing(this::ask, Map.of("im_topic_seq", NUMBERS, "im_notices", INSERT));
        assertThat(seen(1, applicant, topic).path("member_count").asInt()).isEqualTo(3);
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void announcingEditingConfirmingAndRemovingAreAllOrNothing() throws Exception {
        String path = "/" + topic + "/announcements";
        Map<String, String> places = Map.of("im_group_announcement_history", INSERT, "im_notices", INSERT);
        allOrNothing(
                () -> world.call(
                        0, owner, "POST", path, json().put("content", "first").put("need_confirm", true)),
                places);
        JsonNode posted = world.get(1, member, path).ok().at("/announcements/0");
        String one = path + "/" + posted.path("id").asLong();
        confirmingIsAllOrNothing(one, posted.path("id").asLong());
        allOrNothing(() -> world.call(0, owner, "PATCH", one, json().put("content", "second")), places);
        assertThat(world.get(1, member, one).ok().path("content").asText()).isEqualTo("second");
        allOrNothing(() -> world.call(0, owner, "DELETE", one, null), places);
    }

    private void confirmingIsAllOrNothing(String path, long announcement) throws Exception {
        List<String> before = all();
        String row = "INSERT INTO im_group_announcement_confirms (announcement_id, uid, version, confirmed_at) VALUES ("
                + announcement + ", " + member.uid() + ", 1, 1)";
        Supplier<Response> confirm = () -> world.call(0, member, "POST", path + "/confirm", null);
        try (Sabotage sabotage = new Sabotage(world.cluster.config(0).mysql(), GroupWorld.TENANT)) {
            Response killed = sabotage.killedBehind(row, "im_group_announcement_confirms", confirm::get);
            assertThat(GroupWorld.code(killed)).isEqualTo(UNKNOWN_OUTCOME);
        }
        assertThat(all()).isEqualTo(before);
        assertThat(confirm.get().ok().path("confirm_count").asInt()).isEqualTo(1);
    }

    private Response ask() {
        return world.call(0, applicant, "POST", "/" + topic + "/join-requests", json());
    }

    private void allOrNothing(Supplier<Response> change, Map<String, String> places) throws Exception {
        List<String> before = all();
        try (Sabotage sabotage = new Sabotage(world.cluster.config(0).mysql(), GroupWorld.TENANT)) {
            for (Map.Entry<String, String> place : places.entrySet()) {
                Response killed = sabotage.killedAt(place.getKey(), place.getValue(), change::get);
                assertThat(GroupWorld.code(killed)).as(place.getKey()).isEqualTo(UNKNOWN_OUTCOME);
                assertThat(all()).as(place.getKey()).isEqualTo(before);
            }
        }
        assertThat(change.get().status() / 100).isEqualTo(2);
        assertThat(all()).isNotEqualTo(before);
    }

    private List<String> all() {
        List<String> all = new ArrayList<>();
        for (String sql : TABLES) {
            List<String> rows = new ArrayList<>();
            world.rows(String.format(sql, GroupWorld.id(topic))).forEach(row -> rows.add(row.deepToString()));
            all.add(String.join(";", rows));
        }
        return all;
    }
}

package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestHttp.Response;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An operation that writes several rows and loses its connection between two of them leaves none; again it does all. */
class GroupAtomicityIT extends GroupProbe {

    private static final int UNKNOWN_OUTCOME = 50300;
    private static final List<String> TABLES = List.of(
            "SELECT name, owner_uid, status, member_count, version FROM {im_groups} WHERE group_id = %1$d",
            "SELECT uid, role, state, min_seq, max_seq, muted_until FROM {im_group_members} WHERE group_id = %1$d"
                    + " ORDER BY uid",
            "SELECT uid, inviter_uid FROM {im_group_invitations} WHERE group_id = %1$d ORDER BY id",
            "SELECT high FROM {im_topic_seq} WHERE topic = 'grp_%1$d'",
            "SELECT seqid FROM {im_group_messages} WHERE group_id = %1$d ORDER BY seqid");

    /** A change of a group that has an owner, an admin and a member; {@code spare} is none of it. */
    private interface Change {
        Response by(Account owner, Account admin, Account member, Account spare, String topic);
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void bringingSomebodyInIsAllOrNothing() throws Exception {
        allOrNothing(
                (owner, admin, member, spare, topic) ->
                        world.call(0, admin, "POST", "/" + topic + "/members", GroupWorld.uids(spare.uid())),
                "im_group_invitations",
                "im_notices");
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void removingIsAllOrNothing() throws Exception {
        allOrNothing(
                (owner, admin, member, spare, topic) ->
                        world.call(0, admin, "DELETE", "/" + topic + "/members/" + member.uid(), null),
                "im_group_messages",
                "im_notices");
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void blockingIsAllOrNothing() throws Exception {
        allOrNothing(
                (owner, admin, member, spare, topic) ->
                        world.call(0, owner, "DELETE", "/" + topic + "/members/" + member.uid() + "?block=true", null),
                "im_group_messages",
                "im_notices");
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void leavingIsAllOrNothing() throws Exception {
        allOrNothing(
                (owner, admin, member, spare, topic) ->
                        world.call(0, member, "DELETE", "/" + topic + "/members/me", null),
                "im_group_messages",
                "im_notices");
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void handingOverIsAllOrNothing() throws Exception {
        allOrNothing(
                (owner, admin, member, spare, topic) -> world.call(
                        0, owner, "PATCH", "/" + topic + "/members/" + admin.uid(), json().put("role", "owner")),
                "im_notices");
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void endingAGroupIsAllOrNothing() throws Exception {
        allOrNothing(
                (owner, admin, member, spare, topic) -> world.call(0, owner, "DELETE", "/" + topic, null),
                "im_group_messages",
                "im_notices");
    }

    @Test
    @Requirement({"A-023", "A-179"})
    void makingAGroupIsAllOrNothing() throws Exception {
        Account owner = world.cluster.user("owner");
        Account member = world.cluster.user("member");
        ObjectNode body = json().put("name", "all or nothing");
        body.putArray("member_uids").add(member.uid());
        try (Sabotage sabotage = new Sabotage(world.cluster.config(0).mysql(), GroupWorld.TENANT)) {
            for (String table : List.of("im_topic_seq", "im_group_members", "im_group_invitations", "im_notices")) {
                Response killed = sabotage.killedAt(table, () -> world.call(0, owner, "POST", "", body));
                assertThat(GroupWorld.code(killed)).as(table).isEqualTo(UNKNOWN_OUTCOME);
                assertThat(world.number("SELECT COUNT(*) FROM {im_groups} WHERE owner_uid = ?", owner.uid()))
                        .as(table)
                        .isZero();
                assertThat(world.number("SELECT COUNT(*) FROM {im_group_members} WHERE uid = ?", member.uid()))
                        .as(table)
                        .isZero();
                assertThat(world.number("SELECT COUNT(*) FROM {im_group_invitations} WHERE uid = ?", member.uid()))
                        .as(table)
                        .isZero();
            }
        }
        String topic = world.call(0, owner, "POST", "", body).ok().path("topic").asText();
        assertThat(world.members(1, member, topic, "")).hasSize(2);
    }

    private void allOrNothing(Change change, String... tables) throws Exception {
        List<Account> u = world.users("owner", "admin", "member", "spare");
        String topic = world.group(u.get(0), u.get(1), u.get(2));
        changeMember(0, u.get(0), topic, u.get(1), json().put("role", "admin"));
        List<String> before = all(topic);
        try (Sabotage sabotage = new Sabotage(world.cluster.config(0).mysql(), GroupWorld.TENANT)) {
            for (String table : tables) {
                Response killed =
                        sabotage.killedAt(table, () -> change.by(u.get(0), u.get(1), u.get(2), u.get(3), topic));
                assertThat(GroupWorld.code(killed)).as(table).isEqualTo(UNKNOWN_OUTCOME);
                assertThat(all(topic)).as(table).isEqualTo(before);
                assertThat(seen(1, u.get(0), topic).path("owner_uid").asLong())
                        .as(table)
                        .isEqualTo(u.get(0).uid());
            }
        }
        assertThat(change.by(u.get(0), u.get(1), u.get(2), u.get(3), topic).status() / 100)
                .isEqualTo(2);
        List<String> after = all(topic);
        assertThat(after.get(0)).isNotEqualTo(before.get(0));
        assertThat(after.get(1)).isNotEqualTo(before.get(1));
    }

    private List<String> all(String topic) {
        List<String> all = new ArrayList<>();
        for (String sql : TABLES) {
            List<String> rows = new ArrayList<>();
            world.rows(String.format(sql, GroupWorld.id(topic))).forEach(row -> rows.add(row.deepToString()));
            all.add(String.join(";", rows));
        }
        return all;
    }
}

package dev.curlew.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.protocol.Json;
import org.junit.jupiter.api.Test;

/** Who is mentioned, and who asks to be a friend, as others got it wrong. */
class MentionsIT extends FourUsers {

    /** Who was declined once can never ask again. */
    @Test
    void aDeclinedRequestOfAFriendMayBeSentAgain() {
        for (int round = 0; round < 3; round++) {
            Response asked = cluster.http(round % 2)
                    .post("/v1/im/friend-requests", owner.token(), Json.object().put("to_uid", other.uid()));
            String action = round < 2 ? "decline" : "accept";
            String id = asked.ok().path("id").asText();
            cluster.http(1)
                    .call(
                            "PATCH",
                            "/v1/im/friend-requests/" + id,
                            other.token(),
                            Json.object().put("action", action))
                    .ok();
        }
        assertThat(cluster.http(0).get("/v1/im/friends", owner.token()).ok().toString())
                .contains("\"uid\":" + other.uid());
    }

    /** The "@me" mark is not there where the message came by a pull, in a list, or at login; or it never goes. */
    @Test
    @Requirement("B-199")
    void theMarkOfBeingMentionedIsSeenOnEveryPathAndEndsByReading() {
        Club club = Club.of(cluster, owner, admin, member);
        club.send(0, owner, "plain");
        assertThat(mark(club, 0)).isZero();
        mention(club, "at", member);
        assertMark(club, 2);
        assertThat(club.listed(0, admin).path("group_at_type").asInt())
                .as("nobody else's")
                .isZero();
        ObjectNode stranger = club.text("stranger", "stranger").put("content_type", 106);
        stranger.putArray("at_user_id_list").add(other.uid());
        assertThat(TestClient.await(cluster.http(0).send(owner, stranger), TestClient.PATIENCE)
                        .path("code")
                        .asInt())
                .isEqualTo(40002);
        ObjectNode all = club.text("all", "all").put("mention_all", true);
        assertThat(TestClient.await(cluster.http(1).send(owner, all), TestClient.PATIENCE)
                        .path("code")
                        .asInt())
                .isZero();
        assertMark(club, 3);
        assertThat(club.listed(0, admin).path("group_at_type").asInt())
                .as("all only")
                .isEqualTo(1);
        read(club);
        assertMark(club, 0);
        mention(club, "again", admin);
        assertMark(club, 0);
        mention(club, "and me", member);
        assertMark(club, 2);
        read(club);
        assertMark(club, 0);
    }

    private void mention(Club club, String text, Account whom) {
        ObjectNode data = club.text(text, text).put("content_type", 106);
        data.putArray("at_user_id_list").add(whom.uid());
        assertThat(TestClient.await(cluster.http(0).send(owner, data), TestClient.PATIENCE)
                        .path("code")
                        .asInt())
                .isZero();
    }

    private void read(Club club) {
        long head = club.standing(0, member).path("max_seq").asLong();
        club.chat(1, member, "POST", "/read", Json.object().put("read_seq", head))
                .ok();
    }

    /** In the list, in a sync from nothing, and at the start, on both nodes. */
    private void assertMark(Club club, int expected) {
        for (int node = 0; node < 2; node++) {
            assertThat(mark(club, node)).isEqualTo(expected);
            JsonNode bootstrap =
                    cluster.http(node).get("/v1/im/bootstrap", member.token()).ok();
            assertThat(of(bootstrap.path("conversations"), club)).isEqualTo(expected);
            try (TestClient socket = cluster.socket(node, member)) {
                JsonNode sync = socket.call("sync_conversations", Json.object().put("version", 0));
                assertThat(of(sync.path("changed"), club)).isEqualTo(expected);
            }
        }
    }

    private int mark(Club club, int node) {
        return club.listed(node, member).path("group_at_type").asInt();
    }

    private static int of(JsonNode conversations, Club club) {
        for (JsonNode one : conversations) {
            if (one.path("conversation_id").asText().equals(club.id)) {
                return one.path("group_at_type").asInt();
            }
        }
        throw new AssertionError("Not there: " + club.id + " in " + conversations);
    }
}

package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of messages that wait for a review when something else happens to them, or to who would read them. */
class ReviewEdgesIT extends ReviewProbe {

    @Test
    void whatDoesNotCountDoesNotCountOncePassedEither() {
        List<Account> two = world.users("owner", "member");
        String topic = reviewed("all", two.get(0), two.get(1));
        ObjectNode quiet = said(topic, "quiet", "does not count");
        quiet.putObject("options").put("unread_count", false);
        long seq = sends(0, two.get(1), quiet);
        long counts = sends(0, two.get(1), said(topic, "loud", "counts"));
        assertThat(unread(two.get(0), topic)).isZero();
        decide(0, topic, seq, "pass").ok();
        assertThat(unread(two.get(0), topic)).isZero();
        decide(1, topic, counts, "pass").ok();
        assertThat(unread(two.get(0), topic)).isEqualTo(1);
    }

    @Test
    void whatIsTakenBackBeforeItsReviewIsNeverSeen() {
        List<Account> three = world.users("owner", "sender", "member");
        String topic = reviewed("all", three.get(0), three.get(1), three.get(2));
        ObjectNode message =
                said(topic, "back", "UNREVIEWED").put("ex", "UNREVIEWED EX").put("attached_info", "UNREVIEWED INFO");
        message.putArray("at_user_id_list").add(three.get(2).uid());
        long seq = sends(0, three.get(1), message);
        String path = "/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages/" + seq + "/revoke";
        world.http(1).post(path, three.get(1).token(), json()).ok();
        JsonNode member = pull(0, three.get(2), topic);
        assertThat(member.toString()).doesNotContain("UNREVIEWED");
        assertThat(member.path("messages")).isEmpty();
        assertThat(member.path("absent").toString()).isEqualTo("[[" + seq + "," + seq + "]]");
        JsonNode own = pull(1, three.get(1), topic);
        assertThat(own.path("messages").path(0).path("status").asInt()).isEqualTo(5);
        assertThat(own.toString()).doesNotContain("UNREVIEWED");
        assertThat(world.rows("SELECT CAST(head AS CHAR) AS head FROM {im_group_messages} WHERE topic = ?", topic)
                        .toString())
                .doesNotContain("UNREVIEWED");
    }

    @Test
    void aMessageThatIsTakenBackTakesAllItSaidWithIt() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        long seq = sends(0, two.get(0), said(topic, "gone", "SAID").put("ex", "SAID TOO"));
        String path = "/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages/" + seq + "/revoke";
        world.http(1).post(path, two.get(0).token(), json()).ok();
        assertThat(pull(0, two.get(1), topic)
                        .path("messages")
                        .path(0)
                        .path("status")
                        .asInt())
                .isEqualTo(5);
        assertThat(pull(0, two.get(1), topic).toString()).doesNotContain("SAID");
    }

    @Test
    void whoWasAwayIsNotToldThatItPassed() {
        List<Account> three = world.users("owner", "sender", "away");
        String topic = reviewed("all", three.get(0), three.get(1), three.get(2));
        assertThat(remove(0, three.get(0), topic, three.get(2))).isZero();
        long seq = sends(0, three.get(1), said(topic, "between", "SECRET"));
        assertThat(add(0, three.get(0), topic, three.get(2))).isZero();
        decide(0, topic, seq, "pass").ok();
        JsonNode changes = world.http(1)
                .get(
                        "/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/changes?after_version=0",
                        three.get(2).token())
                .ok();
        assertThat(changes.path("changes")).isEmpty();
        try (TestClient away = world.cluster.socket(1, three.get(2))) {
            ObjectNode edit = json().put("version", 1);
            edit.putObject("content").put("text", "SECRET EDIT");
            review(topic, "off");
            long version = world.http(0)
                    .get(
                            "/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages",
                            three.get(1).token())
                    .ok()
                    .path("messages")
                    .path(0)
                    .path("version")
                    .asLong();
            world.http(0)
                    .call(
                            "PATCH",
                            "/v1/im/conversations/sg_" + GroupWorld.id(topic) + "/messages/" + seq,
                            three.get(1).token(),
                            edit.put("version", version))
                    .ok();
            long last = sends(0, three.get(0), said(topic, "last", "seen by all"));
            assertThat(messageEvent(away).path("seq").asLong()).isEqualTo(last);
            assertThat(away.events().toString()).doesNotContain("SECRET");
        }
    }

    private long unread(Account who, String topic) {
        try (TestClient client = world.cluster.socket(0, who)) {
            ObjectNode ask = json();
            ask.putArray("conversation_ids").add("sg_" + GroupWorld.id(topic));
            return client.call("seqs", ask)
                    .path("conversations")
                    .path(0)
                    .path("unread")
                    .asLong();
        }
    }
}

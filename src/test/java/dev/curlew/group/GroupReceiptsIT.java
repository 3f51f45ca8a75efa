package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Receipts speak of who is a member; files of a group are those its messages have now. */
class GroupReceiptsIT extends GroupListProbe {

    @Test
    void whoLeftHasReadNothingForThoseWhoAreThere() {
        List<Account> three = world.users("owner", "stays", "leaves");
        String topic = world.group(three.get(0), three.get(1), three.get(2));
        sends(three.get(0), GroupSendProbe.text(topic, "one", "who has read this?"));
        world.http(0)
                .post(
                        "/v1/im/conversations/" + id(topic) + "/read",
                        three.get(2).token(),
                        json().put("read_seq", 1))
                .ok();
        assertThat(receipts(three.get(0), topic))
                .isEqualTo("1 1 [" + three.get(2).uid() + "]");
        assertThat(remove(0, three.get(0), topic, three.get(2))).isZero();
        assertThat(receipts(three.get(0), topic)).isEqualTo("0 1 []");
    }

    @Test
    void aSenderWhoNeverWasAMemberIsNotCounted() {
        List<Account> all = world.users("owner", "member", "reads", "house");
        String topic = world.group(all.get(0), all.get(1), all.get(2));
        ObjectNode body = json().put("tenant", GroupWorld.TENANT)
                .put("send_uid", all.get(3).uid())
                .put("msg_from", 200);
        body.putArray("messages").add(GroupSendProbe.text(topic, "notice", "from outside"));
        JsonNode results = world.http(0)
                .post("/v1/admin/messages", GroupWorld.SECRET, body)
                .ok()
                .path("results");
        assertThat(results.path(0).path("data").path("seq").asLong()).isEqualTo(1);
        assertThat(receipts(all.get(0), topic)).isEqualTo("0 3 []");
        world.http(1)
                .post("/v1/im/conversations/" + id(topic) + "/read", all.get(2).token(), json().put("read_seq", 1))
                .ok();
        assertThat(receipts(all.get(0), topic)).isEqualTo("1 2 [" + all.get(2).uid() + "]");
    }

    private String receipts(Account who, String topic) {
        JsonNode told = world.http(1)
                .get("/v1/im/conversations/" + id(topic) + "/receipts?seq=1", who.token())
                .ok();
        return told.path("read_count").asLong() + " "
                + told.path("unread_count").asLong() + " " + told.path("uids");
    }

    @Test
    void anEditedFileIsTheOneThatIsListed() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        ObjectNode file =
                json().put("topic", topic).put("client_msg_id", "file").put("content_type", 105);
        file.putObject("content")
                .put("url", "http://files/old")
                .put("name", "old")
                .put("mime", "text/plain")
                .put("size", 1);
        sends(two.get(0), file);
        assertThat(edit(two.get(0), topic, "x".repeat(3_000), "long")).isEqualTo(INVALID);
        assertThat(edit(two.get(0), topic, "http://files/new", "new")).isZero();
        String files = world.get(1, two.get(1), "/" + topic + "/files").ok().toString();
        assertThat(files).contains("http://files/new").doesNotContain("old");
    }

    private int edit(Account who, String topic, String url, String name) {
        ObjectNode body = json().put("version", 0);
        body.putObject("content")
                .put("url", url)
                .put("name", name)
                .put("mime", "text/plain")
                .put("size", 2);
        return GroupWorld.code(
                world.http(0).call("PATCH", "/v1/im/conversations/" + id(topic) + "/messages/1", who.token(), body));
    }

    private void sends(Account who, ObjectNode data) {
        world.http(0).post("/v1/im/messages", who.token(), data).ok();
    }
}

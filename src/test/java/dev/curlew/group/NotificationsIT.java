package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.store.notice.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What happens between users and in groups is told in their notification conversations, each by its type (B-120). */
class NotificationsIT extends GroupProbe {

    @Test
    @Requirement({"B-120", "X-020"})
    void friendsAreToldOfEachOther() {
        List<Account> two = world.users("alice", "bob");
        Account alice = two.get(0);
        Account bob = two.get(1);
        decide(bob, ask(alice, bob), "decline");
        decide(bob, ask(alice, bob), "accept");
        world.http(1).call("DELETE", "/v1/im/friends/" + bob.uid(), alice.token(), null);

        String between = ConversationId.notifications(alice.uid(), bob.uid()).value();
        assertThat(types(alice, between, 3))
                .containsExactly(Notice.FRIEND_REJECTED, Notice.FRIEND_APPROVED, Notice.FRIEND_DELETED);
        assertThat(types(bob, between, 3)).isEqualTo(types(alice, between, 3));
    }

    @Test
    @Requirement("B-120")
    void membersAreToldOfTheirGroup() {
        List<Account> all = world.users("owner", "leaver", "removed", "invited");
        Account owner = all.get(0);
        String topic = world.group(owner, all.get(1), all.get(2));
        change(0, owner, topic, json().put("name", "another name"));
        add(1, owner, topic, all.get(3));
        remove(0, owner, topic, all.get(2));
        leave(1, all.get(1), topic);

        String notices = GroupId.ofTopic(topic).orElseThrow().notices();
        assertThat(types(all.get(3), notices, 5))
                .containsExactly(
                        Notice.GROUP_CREATED,
                        Notice.GROUP_INFO_CHANGED,
                        Notice.MEMBER_JOINED,
                        Notice.MEMBER_GONE,
                        Notice.MEMBER_QUIT);
        world.call(0, owner, "DELETE", "/" + topic, null).ok();
        assertThat(types(owner, notices, 6)).last().isEqualTo(Notice.GROUP_DISSOLVED);
    }

    @Test
    @Requirement("B-120")
    void whoDecidesIsToldOfApplicants() {
        List<Account> two = world.users("owner", "applicant");
        String topic = world.group(two.get(0));
        world.call(0, two.get(1), "POST", "/" + topic + "/join-requests", json().put("message", "please"))
                .ok();

        String between =
                ConversationId.notifications(two.get(0).uid(), two.get(1).uid()).value();
        assertThat(types(two.get(0), between, 1)).containsExactly(Notice.JOIN_REQUESTED);
    }

    @Test
    void whoIsOutReadsUpToTheDepartureAndWhoComesBackFromTheReturnOn() {
        List<Account> all = world.users("owner", "member", "stranger");
        Account owner = all.get(0);
        Account member = all.get(1);
        String topic = world.group(owner, member);
        String notices = GroupId.ofTopic(topic).orElseThrow().notices();
        remove(0, owner, topic, member);
        change(1, owner, topic, json().put("name", "without the member"));
        types(owner, notices, 3);

        assertThat(types(member, notices, 2)).containsExactly(Notice.GROUP_CREATED, Notice.MEMBER_GONE);
        assertThat(pull(member, notices).path("absent").toString()).isEqualTo("[[3,3]]");
        assertThat(GroupWorld.code(world.http(0)
                        .get(
                                "/v1/im/conversations/" + notices + "/messages",
                                all.get(2).token())))
                .isEqualTo(ABSENT);

        add(0, owner, topic, member);
        change(1, owner, topic, json().put("name", "with the member"));
        types(owner, notices, 5);
        assertThat(pull(member, notices).path("absent").toString()).isEqualTo("[[1,3]]");
        assertThat(pull(member, notices).path("messages"))
                .extracting(message -> message.path("content_type").asInt())
                .containsExactly(Notice.MEMBER_JOINED, Notice.GROUP_INFO_CHANGED);
    }

    @Test
    void seqsNamesOnesListAndTheNotificationsOfTheGroupsOneIsIn() {
        List<Account> two = world.users("owner", "member");
        String topic = world.group(two.get(0), two.get(1));
        GroupId group = GroupId.ofTopic(topic).orElseThrow();
        String notices = group.notices();
        types(two.get(1), notices, 1);
        try (TestClient phone = world.cluster.socket(1, two.get(1))) {
            assertThat(phone.call("seqs", json()).path("conversations"))
                    .filteredOn(one -> one.path("conversation_id").asText().equals(notices))
                    .extracting(one -> one.path("max_seq").asInt())
                    .containsExactly(1);
            remove(0, two.get(0), topic, two.get(1));
            // What was said up to the departure stays in the list.
            assertThat(phone.call("seqs", json()).path("conversations"))
                    .extracting(one -> one.path("conversation_id").asText())
                    .containsExactly(group.conversation());
        }
    }

    private JsonNode pull(Account reader, String conversation) {
        return world.http(1)
                .get("/v1/im/conversations/" + conversation + "/messages?limit=200", reader.token())
                .ok();
    }

    private String ask(Account from, Account to) {
        return world.http(0)
                .post("/v1/im/friend-requests", from.token(), json().put("to_uid", to.uid()))
                .ok()
                .path("id")
                .asText();
    }

    private void decide(Account who, String request, String action) {
        world.http(1)
                .call("PATCH", "/v1/im/friend-requests/" + request, who.token(), json().put("action", action))
                .ok();
    }

    /** Types of the first notifications of a conversation, by the numbers they have. */
    private List<Integer> types(Account reader, String conversation, int count) {
        JsonNode messages = Awaitility.await()
                .until(
                        () -> world.http(0)
                                .get("/v1/im/conversations/" + conversation + "/messages?limit=200", reader.token())
                                .body()
                                .path("messages"),
                        found -> found.size() >= count);
        List<Integer> types = new ArrayList<>();
        messages.forEach(message -> types.add(message.path("content_type").asInt()));
        assertThat(IntStream.range(0, messages.size())
                        .mapToObj(i -> messages.path(i).path("seq").asInt()))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, messages.size()).boxed().toList());
        return types;
    }
}

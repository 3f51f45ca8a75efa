package dev.curlew.cases;

import static dev.curlew.cases.Devices.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who is in a group, who was, and what each of them gets to see, as others got it wrong. */
class GroupMembersIT extends FourUsers {

    private static final int NOT_MEMBER = 40301;

    /** The first message of a new group reaches nobody who is online, or nobody who comes later. */
    @Test
    void aNewGroupsFirstMessageReachesMembersLiveAndAtLogin() {
        for (int round = 0; round < 5; round++) {
            try (TestClient here = cluster.socket(1, member)) {
                Club club = Club.of(cluster, owner, member, other);
                long first = club.send(0, owner, "first " + round);
                assertThat(message(here, club).path("seq").asLong()).isEqualTo(first);
                try (TestClient late = cluster.socket(0, other)) {
                    JsonNode sync =
                            late.call("sync_conversations", Json.object().put("version", 0));
                    assertThat(sync.path("changed").toString()).contains(club.id);
                    assertThat(club.seqs(1, other)).containsExactly(first);
                }
                assertThat(club.standing(0, other).path("unread").asLong()).isEqualTo(1);
            }
        }
    }

    /** Who was offline for one message is taken for offline for a while: the next is not pushed although they are back. */
    @Test
    void whoIsBackIsPushedTheNextMessageAtOnce() {
        Club club = Club.of(cluster, owner, member);
        for (int round = 0; round < 5; round++) {
            club.send(0, owner, "away " + round);
            try (TestClient back = cluster.socket(1, member)) {
                long seq = club.send(0, owner, "back " + round);
                assertThat(awaitSeq(back, club, seq)).isTrue();
            }
        }
    }

    /** A revoke does not reach everybody, or with another number; an owner cannot take back what others said. */
    @Test
    void aRevokeReachesEveryMemberWithTheRightNumberWhoeverMadeIt() {
        Club club = Club.of(cluster, owner, admin, member, other);
        club.group(0, owner, "PATCH", "/members/" + admin.uid(), Json.object().put("role", "admin"))
                .ok();
        List<TestClient> sockets = Stream.of(owner, admin, member, other)
                .map(one -> cluster.socket((int) (one.uid() % 2), one))
                .toList();
        for (Account by : List.of(member, owner, admin)) {
            club.send(0, other, "between, " + by.name());
            long seq = club.send(1, member, "regretted, " + by.name());
            club.chat(0, by, "POST", "/messages/" + seq + "/revoke", null).ok();
            for (TestClient socket : sockets) {
                JsonNode told = socket.awaitEvent("revoked", TestClient.PATIENCE);
                assertThat(told).as("revoked by " + by.name()).isNotNull();
                assertThat(told.path("conversation_id").asText()).isEqualTo(club.id);
                assertThat(told.path("seq").asLong()).isEqualTo(seq);
                assertThat(told.path("uid").asLong()).isEqualTo(by.uid());
            }
            for (Account reader : List.of(owner, admin, member, other)) {
                SeenMessage gone = club.history(1, reader).stream()
                        .filter(one -> one.seq() == seq)
                        .findFirst()
                        .orElseThrow();
                assertThat(gone.status()).isEqualTo(SeenMessage.REVOKED);
                assertThat(gone.content()).isEmpty();
            }
        }
        assertThat(club.chat(0, other, "POST", "/messages/1/revoke", null).status())
                .isEqualTo(200);
        long owners = club.send(0, owner, "the owner's");
        assertThat(club.chat(1, other, "POST", "/messages/" + owners + "/revoke", null)
                        .status())
                .isEqualTo(403);
        sockets.forEach(TestClient::close);
    }

    /** Who left and came back receives nothing live, cannot take back, or counts what was said meanwhile. */
    @Test
    void whoLeftAndCameBackReceivesPullsTakesBackAndCountsRightly() {
        Club club = Club.of(cluster, owner, member, other);
        long before = club.send(0, member, "before");
        try (TestClient socket = cluster.socket(1, member)) {
            for (int round = 0; round < 3; round++) {
                if (round % 2 == 0) {
                    club.leave(1, member);
                } else {
                    club.remove(0, owner, member);
                }
                long away = club.send(0, owner, "away " + round);
                assertThat(club.members(1, owner, ""))
                        .doesNotContain(member.uid())
                        .hasSize(2);
                assertThat(club.seqs(1, member)).doesNotContain(away);
                club.add(0, owner, member);
                assertThat(club.members(1, owner, "")).contains(member.uid()).hasSize(3);
                long heard = club.send(0, owner, "heard " + round);
                assertThat(awaitSeq(socket, club, heard)).isTrue();
                long own = club.send(1, member, "own " + round);
                assertThat(club.standing(0, member).path("unread").asLong())
                        .as("read by speaking")
                        .isZero();
                club.send(0, other, "counts " + round);
                assertThat(club.standing(0, member).path("unread").asLong()).isEqualTo(1);
                List<Long> seen = club.seqs(0, member);
                assertThat(seen).contains(heard, own).doesNotContain(away, before);
                club.chat(0, member, "POST", "/messages/" + own + "/revoke", null)
                        .ok();
                assertThat(club.history(1, other).stream()
                                .filter(one -> one.seq() == own)
                                .map(SeenMessage::status))
                        .containsExactly(SeenMessage.REVOKED);
            }
        }
    }

    /** Who was removed goes on speaking, hearing or reading. */
    @Test
    void whoWasRemovedNeitherSendsNorReceivesNorPullsWhatCameAfter() {
        Club club = Club.of(cluster, owner, member, other);
        long before = club.send(0, owner, "before");
        try (TestClient gone = cluster.socket(1, member);
                TestClient stays = cluster.socket(1, other)) {
            assertThat(club.remove(0, owner, member).status()).isEqualTo(204);
            long after = club.send(0, owner, "after");
            assertThat(awaitSeq(stays, club, after)).isTrue();
            for (int node = 0; node < 2; node++) {
                assertThat(club.reply(node, member, "still here").path("code").asInt())
                        .isEqualTo(NOT_MEMBER);
                assertThat(club.seqs(node, member)).containsExactly(before);
                assertThat(club.chat(node, member, "GET", "/messages?after_seq=" + before, null)
                                .body()
                                .toString())
                        .doesNotContain("after\"");
            }
            assertThat(TestClient.await(gone.request("attach", GroupStormIT.topics(club)), TestClient.PATIENCE)
                            .path("code")
                            .asInt())
                    .isNotZero();
            assertThat(gone.events().stream().map(JsonNode::toString)).noneMatch(one -> one.contains("\"after\""));
            assertThat(club.chat(0, member, "POST", "/messages/" + after + "/revoke", null)
                            .status())
                    .isGreaterThanOrEqualTo(400);
        }
    }

    /** The count of members and the list of them say different things. */
    @Test
    void theCountIsTheLengthOfTheListWhateverHappensAndIsAskedFor() {
        Club club = Club.of(cluster, owner, admin, member);
        assertCounts(club, 3, 1, 0);
        club.add(1, admin, other, member);
        assertCounts(club, 4, 1, 0);
        club.group(0, owner, "PATCH", "/members/" + admin.uid(), Json.object().put("role", "admin"))
                .ok();
        assertCounts(club, 4, 1, 1);
        club.leave(1, member);
        club.remove(0, owner, member);
        assertCounts(club, 3, 1, 1);
        club.group(1, owner, "PATCH", "/members/" + other.uid(), Json.object().put("role", "owner"))
                .ok();
        assertCounts(club, 3, 1, 1);
        club.add(0, admin, member);
        club.remove(1, other, admin);
        assertCounts(club, 3, 1, 0);
        try (TestClient online = cluster.socket(1, member)) {
            within(5, () -> assertThat(club.members(0, other, "&online=true")).contains(member.uid()));
            assertThat(online.closed()).isNotDone();
        }
    }

    private void assertCounts(Club club, int all, int owners, int admins) {
        Account reader = other;
        if (!club.members(0, owner, "").contains(other.uid())) {
            reader = owner;
        }
        for (int node = 0; node < 2; node++) {
            assertThat(club.members(node, reader, "")).hasSize(all).doesNotHaveDuplicates();
            assertThat(club.members(node, reader, "&role=owner")).hasSize(owners);
            assertThat(club.members(node, reader, "&role=admin")).hasSize(admins);
            assertThat(club.members(node, reader, "&role=member")).hasSize(all - owners - admins);
            assertThat(club.group(node, reader, "GET", "", null)
                            .ok()
                            .path("member_count")
                            .asInt())
                    .isEqualTo(all);
        }
    }

    private static JsonNode message(TestClient client, Club club) {
        while (true) {
            JsonNode message = client.awaitEvent("message", TestClient.PATIENCE);
            assertThat(message).isNotNull();
            if (message.path("conversation_id").asText().equals(club.id)) {
                return message;
            }
        }
    }

    private static boolean awaitSeq(TestClient client, Club club, long seq) {
        long seen;
        do {
            seen = message(client, club).path("seq").asLong();
        } while (seen < seq);
        return seen == seq;
    }
}

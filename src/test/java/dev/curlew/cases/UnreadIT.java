package dev.curlew.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.node.Chat;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counts of unread messages that stuck, jumped or went below nothing. */
class UnreadIT {

    private static TestCluster cluster;

    private Chat chat;

    @BeforeAll
    static void start() {
        cluster = TestCluster.shared();
    }

    @BeforeEach
    void begin() {
        chat = Chat.fresh(cluster);
    }

    /** A read position beyond the last message is stored as it is, so that the messages up to it never count. */
    @Test
    void aReadPositionBeyondTheLastMessageHidesNoneThatFollows() {
        send(chat.alice, 3);
        for (long beyond : new long[] {4, 1_000, Long.MAX_VALUE}) {
            assertThat(chat.read(chat.bob, beyond).path("read_seq").asLong()).isEqualTo(3);
        }
        assertUnread(chat.bob, 0);
        send(chat.alice, 1);
        assertUnread(chat.bob, 1);
        assertThat(chat.call(chat.bob, "POST", "/read", Json.object().put("read_seq", -1))
                        .status())
                .isEqualTo(400);
        assertUnread(chat.bob, 1);
    }

    /** The peer reads, and what I have not read is read too. */
    @Test
    void thePeersReadingLeavesMyUnreadAlone() {
        send(chat.bob, 2);
        send(chat.alice, 3);
        assertUnread(chat.bob, 3);
        assertUnread(chat.alice, 0);
        chat.read(chat.alice, 5);
        assertUnread(chat.bob, 3);
        chat.read(chat.bob, 4);
        assertUnread(chat.bob, 1);
        chat.read(chat.alice, 5, 4L, 5L);
        assertUnread(chat.bob, 1);
    }

    /** All was read, and the count comes back: on another device, after a new login, a new name, or a revoke. */
    @Test
    void whatWasReadStaysReadOnEveryDevice() {
        send(chat.alice, 6);
        try (TestClient phone = cluster.socket(0, chat.bob, "phone");
                TestClient desk = cluster.socket(1, chat.bob, "desk")) {
            phone.call("read", Json.object().put("conversation_id", chat.id).put("read_seq", 6));
            assertThat(desk.awaitEvent("read_sync", TestClient.PATIENCE)
                            .path("unread")
                            .asLong(-1))
                    .isZero();
            for (TestClient device : List.of(phone, desk)) {
                assertThat(unread(device)).isZero();
            }
            rename(chat.alice, "Alice anew");
            rename(chat.bob, "Bob anew");
            chat.revoke(chat.alice, 6);
            chat.revoke(chat.alice, 2);
            chat.edit(chat.alice, 4, 0, "better").ok();
            chat.settings(chat.bob, Json.object().put("is_pinned", true));
            assertUnread(chat.bob, 0);
            for (TestClient device : List.of(phone, desk)) {
                assertThat(unread(device)).isZero();
            }
        }
        Account again = cluster.http(1).adminToken(Devices.SECRET, "demo", chat.bob.name(), Devices.IOS);
        try (TestClient fresh = TestClient.connect(cluster.url(1))) {
            fresh.login(again.token(), Devices.IOS, "new phone", false);
            assertThat(unread(fresh)).isZero();
        }
        assertUnread(again, 0);
    }

    /** All was read; one message comes while offline; the count on return is that of long ago plus one. */
    @Test
    void oneMessageWhileOfflineIsOneUnread() {
        send(chat.alice, 3);
        try (TestClient bobs = cluster.socket(0, chat.bob)) {
            bobs.call("read", Json.object().put("conversation_id", chat.id).put("read_seq", 3));
        }
        send(chat.alice, 1);
        try (TestClient back = cluster.socket(1, chat.bob)) {
            assertThat(unread(back)).isEqualTo(1);
        }
        assertUnread(chat.bob, 1);
    }

    /** Deleting one unread message takes away none of the count, or all of it; deleting a read one lowers it too. */
    @Test
    void aDeletedMessageCountsForItselfAlone() {
        send(chat.alice, 6);
        chat.read(chat.bob, 2);
        assertUnread(chat.bob, 4);
        chat.delete(chat.bob, 4, "self");
        assertUnread(chat.bob, 3);
        chat.delete(chat.bob, 4, "self");
        chat.delete(chat.bob, 1, "self");
        assertUnread(chat.bob, 3);
        chat.delete(chat.alice, 4, "all");
        assertUnread(chat.bob, 3);
        chat.delete(chat.alice, 5, "all");
        assertUnread(chat.bob, 2);
        chat.delete(chat.alice, 6, "self");
        assertUnread(chat.bob, 2);
        chat.revoke(chat.alice, 3);
        assertUnread(chat.bob, 1);
    }

    /** The last messages were deleted, so that reading to the last one left leaves a rest that nobody can read. */
    @Test
    void readingUpToTheLastVisibleMessageLeavesNothingUnread() {
        send(chat.alice, 5);
        chat.delete(chat.bob, 5, "self");
        chat.delete(chat.alice, 4, "all");
        long last = chat.listed(chat.bob).path("latest_msg").path("seq").asLong();
        assertThat(last).isEqualTo(3);
        assertThat(chat.read(chat.bob, last).path("unread").asLong(-1)).isZero();
        assertUnread(chat.bob, 0);
        send(chat.alice, 1);
        assertUnread(chat.bob, 1);
    }

    private void send(Account from, int count) {
        for (int i = 0; i < count; i++) {
            chat.send(from, "text " + i);
        }
    }

    private void rename(Account user, String nickname) {
        ObjectNode body = Json.object().put("nickname", nickname);
        cluster.http(0).call("PATCH", "/v1/im/users/me", user.token(), body).ok();
    }

    private void assertUnread(Account user, long unread) {
        assertThat(chat.listed(user).path("unread").asLong(-1)).isEqualTo(unread);
        assertThat(cluster.http(1).unreadTotal(user)).isEqualTo(unread);
    }

    private static long unread(TestClient device) {
        return standing(device).path("unread").asLong(-1);
    }

    private static JsonNode standing(TestClient device) {
        return device.call("seqs", Json.object()).path("conversations").path(0);
    }
}

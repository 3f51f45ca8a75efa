package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.node.Chat;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An owner's copy of a conversation: its fields and defaults, what can be set, and what each setting does. */
class SettingsIT extends SharedClusterProbe {

    private static final Duration MOMENT = Duration.ofMillis(700);

    private Chat chat;

    @BeforeEach
    void begin() {
        chat = Chat.fresh(cluster);
        chat.send(chat.alice, "hello");
    }

    @Test
    @Requirement({
        "B-134", "B-135", "B-136", "B-137", "B-138", "B-139", "B-140", "B-144", "B-150", "B-151", "B-152", "B-154"
    })
    void everyMemberHasACopyWithTheDefaults() {
        for (Account owner : List.of(chat.alice, chat.bob)) {
            Document copy = copyOf(owner);
            assertThat(copy.get("_id")).isInstanceOf(ObjectId.class);
            assertThat(copy.getInteger("conversation_type")).isEqualTo(1);
            assertThat(copy.getString("user_id"))
                    .isEqualTo(Long.toString(chat.peerOf(owner).uid()));
            assertThat(copy.getString("group_id")).isEmpty();
            assertThat(copy.getInteger("recv_msg_opt")).isZero();
            assertThat(copy.getBoolean("is_pinned")).isFalse();
            assertThat(copy.getBoolean("is_private_chat")).isFalse();
            assertThat(copy.getInteger("burn_duration")).isEqualTo(30);
            assertThat(copy.getInteger("group_at_type")).isZero();
            assertThat(copy.getLong("min_seq")).isZero();
            assertThat(copy.getLong("max_seq")).isZero();
            assertThat(copy.get("create_time")).isInstanceOf(Date.class);
            assertThat(copy.getBoolean("is_msg_destruct")).isFalse();
            assertThat(copy.getLong("msg_destruct_time")).isEqualTo(604_800);
            assertThat(copy.get("latest_msg_destruct_time")).isInstanceOf(Date.class);
        }
        assertThat(probe.indexes("conversation"))
                .containsEntry(new Document("owner_user_id", 1).append("conversation_id", 1), true)
                .containsKey(new Document("conversation_id", 1));
        Date made = copyOf(chat.bob).getDate("create_time");
        chat.send(chat.alice, "again");
        assertThat(copyOf(chat.bob).getDate("create_time")).isEqualTo(made);
    }

    @Test
    @Requirement({"B-142", "B-146", "B-147", "B-154"})
    void settingsAreTheOwnersOwnAndReachTheOtherDevices() {
        try (TestClient phone = cluster.socket(0, chat.alice);
                TestClient bobs = cluster.socket(1, chat.bob)) {
            JsonNode reply = chat.settings(
                    chat.alice,
                    Json.object()
                            .put("is_pinned", true)
                            .put("attached_info", "{\"a\":1}")
                            .put("ex", "mine"));
            assertThat(reply.path("is_pinned").asBoolean()).isTrue();
            JsonNode event = phone.awaitEvent("conversation", SOON);
            assertThat(event.path("is_pinned").asBoolean()).isTrue();
            assertThat(event.path("version").asLong()).isEqualTo(1);
            JsonNode listed = chat.listed(chat.alice);
            assertThat(listed.path("is_pinned").asBoolean()).isTrue();
            assertThat(listed.path("attached_info").asText()).isEqualTo("{\"a\":1}");
            assertThat(listed.path("ex").asText()).isEqualTo("mine");
            assertThat(copyOf(chat.alice).getString("ex")).isEqualTo("mine");
            assertThat(copyOf(chat.alice).getString("attached_info")).isEqualTo("{\"a\":1}");
            assertThat(chat.listed(chat.bob).path("is_pinned").asBoolean()).isFalse();
            assertThat(copyOf(chat.bob).getBoolean("is_pinned")).isFalse();
            assertThat(bobs.awaitEvent("conversation", MOMENT)).isNull();
        }
    }

    @Test
    @Requirement("B-143")
    void burningIsAgreedOnForBoth() {
        try (TestClient alices = cluster.socket(0, chat.alice);
                TestClient bobs = cluster.socket(1, chat.bob)) {
            chat.settings(chat.alice, Json.object().put("is_private_chat", true).put("burn_duration", 60));
            for (TestClient device : List.of(alices, bobs)) {
                JsonNode event = device.awaitEvent("conversation", SOON);
                assertThat(event.path("is_private_chat").asBoolean()).isTrue();
                assertThat(event.path("burn_duration").asInt()).isEqualTo(60);
            }
            assertThat(chat.listed(chat.bob).path("is_private_chat").asBoolean())
                    .isTrue();
            assertThat(chat.changes(chat.bob, 0)
                            .path("changes")
                            .path(0)
                            .path("burn_duration")
                            .asInt())
                    .isEqualTo(60);
        }
    }

    @Test
    @Requirement({"B-144", "B-152"})
    void whatIsOutOfRangeIsRefusedAndChangesNothing() {
        for (ObjectNode bad : List.of(
                Json.object().put("burn_duration", 9),
                Json.object().put("burn_duration", 604_801),
                Json.object().put("msg_destruct_time", 3_599),
                Json.object().put("msg_destruct_time", 31_536_001),
                Json.object().put("recv_msg_opt", 3),
                Json.object().put("recv_msg_opt", -1),
                Json.object().put("is_pinned", "yes"),
                Json.object().put("is_pinned", true).put("ex", "x".repeat(1_025)),
                Json.object())) {
            var refused = chat.call(chat.alice, "PATCH", "", bad);
            assertThat(refused.body().path("code").asInt()).as(bad.toString()).isEqualTo(40002);
        }
        assertThat(chat.listed(chat.alice).path("version").asLong()).isZero();
        assertThat(copyOf(chat.alice).getInteger("burn_duration")).isEqualTo(30);
        Account stranger = cluster.user("carol");
        assertThat(cluster.http(0)
                        .call(
                                "PATCH",
                                "/v1/im/conversations/" + stranger.conversationWith(chat.bob.uid()),
                                stranger.token(),
                                Json.object().put("is_pinned", true))
                        .status())
                .isEqualTo(404);
    }

    @Test
    @Requirement({"B-038", "B-141", "B-211"})
    void whoReceivesNothingIsLeftAloneAndTheSenderDoesNotNotice() {
        String set = "im:demo:CONVERSATION_NOT_RECEIVE_MESSAGE_USER_IDS:{" + chat.id + "}";
        try (TestClient bobs = cluster.socket(1, chat.bob)) {
            chat.settings(chat.bob, Json.object().put("recv_msg_opt", 1));
            assertThat(probe.redis().sismember(set, Long.toString(chat.bob.uid())))
                    .isTrue();
            assertThat(probe.redis().ttl(set)).isBetween(43_000L, 43_200L);
            assertThat(chat.send(chat.alice, "unheard")).isEqualTo(2);
            JsonNode heard = bobs.awaitEvent("message", MOMENT);
            // The one from before the setting may still have been under way.
            assertThat(heard == null || heard.path("seq").asLong() == 1).isTrue();
            assertThat(cluster.http(0).unreadTotal(chat.bob)).isZero();
            assertThat(chat.pull(chat.bob, 0).messages()).hasSize(2);
            chat.settings(chat.bob, Json.object().put("recv_msg_opt", 0));
            assertThat(probe.redis().sismember(set, Long.toString(chat.bob.uid())))
                    .isFalse();
            chat.send(chat.alice, "heard");
            long next = bobs.awaitEvent("message", SOON).path("seq").asLong();
            assertThat(next == 1 ? bobs.awaitEvent("message", SOON).path("seq").asLong() : next)
                    .isEqualTo(3);
            assertThat(cluster.http(0).unreadTotal(chat.bob)).isEqualTo(3);
        }
    }

    @Test
    @Requirement("B-207")
    void aCopyInRedisIsTheWholeConversationAndDroppedByAChange() {
        String key = "im:demo:CONVERSATION:" + chat.bob.uid() + ":" + chat.id;
        // Whoever drops a copy while it is being made keeps it from being kept, so the first reader may have made none.
        org.awaitility.Awaitility.await().atMost(SOON).untilAsserted(() -> {
            chat.read(chat.bob, 1);
            assertThat(probe.redis().type(key)).isEqualTo("hash");
            assertThat(probe.redis().ttl(key)).isBetween(43_000L, 43_200L);
        });
        assertThat(probe.redis().hget(key, "burn_duration")).isEqualTo("30");
        assertThat(probe.redis().hkeys(key))
                .contains("owner_user_id", "conversation_id", "user_id", "recv_msg_opt", "is_pinned", "ex");
        chat.settings(chat.bob, Json.object().put("ex", "new"));
        assertThat(probe.redis().exists(key)).isFalse();
    }

    @Test
    void aHiddenConversationComesBackWithItsNextMessage() {
        try (TestClient phone = cluster.socket(0, chat.bob)) {
            chat.ok(chat.bob, "DELETE", "", null);
            assertThat(phone.awaitEvent("conversation_removed", SOON)
                            .path("conversation_id")
                            .asText())
                    .isEqualTo(chat.id);
            assertThat(chat.listed(chat.bob).isMissingNode()).isTrue();
            assertThat(cluster.http(0).unreadTotal(chat.bob)).isZero();
            assertThat(chat.listed(chat.alice).isMissingNode()).isFalse();
            assertThat(chat.pull(chat.bob, 0).messages()).hasSize(1);
            chat.send(chat.alice, "still there?");
            org.awaitility.Awaitility.await()
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(
                                    chat.listed(chat.bob).path("unread").asLong())
                            .isEqualTo(2));
        }
    }

    @Test
    @Requirement("B-197")
    void everyOptionOfAMessageHasItsEffect() {
        try (TestClient sender = cluster.socket(0, chat.alice);
                TestClient desk = cluster.socket(1, chat.alice);
                TestClient bobs = cluster.socket(1, chat.bob)) {
            assertThat(option(sender, "history").path("seq").asLong()).isZero();
            assertThat(bobs.awaitEvent("message", SOON).path("seq").asLong()).isZero();
            option(sender, "unread_count");
            assertThat(chat.listed(chat.bob).path("unread").asLong()).isEqualTo(1);
            assertThat(chat.listed(chat.bob).path("latest_msg").path("seq").asLong())
                    .isEqualTo(2);
            option(sender, "conversation_update");
            assertThat(chat.listed(chat.bob).path("latest_msg").path("seq").asLong())
                    .isEqualTo(2);
            option(sender, "sender_conversation_update");
            assertThat(chat.listed(chat.bob).path("latest_msg").path("seq").asLong())
                    .isEqualTo(4);
            assertThat(chat.listed(chat.alice).path("latest_msg").path("seq").asLong())
                    .isEqualTo(2);
            long told = 0;
            while (told < 4) {
                told = desk.awaitEvent("message", SOON).path("seq").asLong();
            }
            option(sender, "sender_sync");
            assertThat(desk.awaitEvent("message", MOMENT)).isNull();
            option(sender, "persistent");
            JsonNode last = chat.message(chat.bob, 6);
            assertThat(last.path("options").path("persistent").asBoolean(true)).isFalse();
        }
        assertThat(probe.awaitElements(chat.id, 6)).hasSize(6);
    }

    private JsonNode option(TestClient sender, String off) {
        ObjectNode data = Chat.text(chat.bob, "without " + off);
        data.putObject("options").put(off, false);
        return sender.call("send", data);
    }

    private Document copyOf(Account owner) {
        return probe.find(
                        "conversation",
                        new Document("owner_user_id", Long.toString(owner.uid())).append("conversation_id", chat.id))
                .get(0);
    }
}

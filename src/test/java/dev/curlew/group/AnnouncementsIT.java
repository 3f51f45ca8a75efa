package dev.curlew.group;

import static dev.curlew.group.GroupWorld.code;
import static dev.curlew.group.GroupWorld.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Announcements of a group, over both nodes. */
class AnnouncementsIT extends AnnouncementProbe {

    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    @Requirement("A-175")
    void postedEditedAndConfirmedItHasRowsOfEach() {
        List<Account> u = world.users("owner", "one", "two");
        String topic = world.group(u.toArray(Account[]::new));
        JsonNode posted = post(0, u.get(0), topic, text("first").put("need_confirm", true))
                .ok();
        long number = posted.path("id").asLong();
        assertThat(posted.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "id",
                        "topic",
                        "content",
                        "need_confirm",
                        "author_uid",
                        "editor_uid",
                        "version",
                        "confirm_count",
                        "confirmed_at",
                        "created_at",
                        "updated_at");
        JsonNode confirmed = confirm(1, u.get(1), topic, number, "").ok();
        assertThat(confirmed.path("confirm_count").asInt()).isEqualTo(1);
        assertThat(confirm(0, u.get(1), topic, number, "").ok())
                .as("the same again")
                .isEqualTo(confirmed);
        confirm(0, u.get(2), topic, number, "?version=1").ok();
        JsonNode mine = one(1, u.get(1), topic, number).ok();
        assertThat(mine).isEqualTo(one(0, u.get(1), topic, number).ok());
        assertThat(mine.path("confirm_count").asInt()).isEqualTo(2);
        assertThat(mine.path("confirmed_at")).isEqualTo(confirmed.path("confirmed_at"));
        assertThat(one(0, u.get(0), topic, number).ok().path("confirmed_at").isNull())
                .isTrue();
        assertThat(confirmations(0, u.get(0), topic, number))
                .containsExactly(u.get(1).uid(), u.get(2).uid());

        JsonNode edited = edit(1, u.get(0), topic, number, text("second")).ok();
        assertThat(edited.path("version").asLong()).isEqualTo(2);
        assertThat(edited.path("confirm_count").asInt()).isZero();
        assertThat(one(0, u.get(1), topic, number).ok().path("confirmed_at").isNull())
                .isTrue();
        assertThat(confirmations(1, u.get(0), topic, number)).isEmpty();
        assertThat(code(confirm(0, u.get(1), topic, number, "?version=1"))).isEqualTo(CONFLICT);
        confirm(0, u.get(1), topic, number, "?version=2").ok();
        assertThat(confirmations(1, u.get(0), topic, number))
                .containsExactly(u.get(1).uid());

        world.redis.flushAll();
        Row row = world.rows("SELECT * FROM {im_group_announcements} WHERE id = ?", number)
                .get(0);
        assertThat(row.getLong("group_id")).isEqualTo(id(topic));
        assertThat(row.getString("content")).isEqualTo("second");
        assertThat(row.getInteger("confirm_count")).isEqualTo(1);
        List<Row> confirms = world.rows(
                "SELECT * FROM {im_group_announcement_confirms} WHERE announcement_id = ? ORDER BY uid", number);
        assertThat(confirms)
                .extracting(one -> one.getLong("uid"))
                .containsExactly(u.get(1).uid(), u.get(2).uid());
        assertThat(confirms).extracting(one -> one.getLong("version")).containsExactly(2L, 1L);
        List<Row> history = world.rows(
                "SELECT * FROM {im_group_announcement_history} WHERE announcement_id = ? ORDER BY version", number);
        assertThat(history).extracting(one -> one.getString("content")).containsExactly("first", "second");
        assertThat(history)
                .extracting(one -> one.getLong("actor_uid"))
                .containsOnly(u.get(0).uid());
        assertThat(history).extracting(one -> one.getLong("created_at")).isSorted();
        assertThat(versions(1, u.get(2), topic, number)).containsExactly("edited second", "posted first");
    }

    @Test
    void everybodyIsToldAndWhatIsRemovedIsGone() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        try (TestClient watching = world.cluster.socket(1, u.get(1))) {
            long version = seen(0, u.get(0), topic).path("version").asLong();
            long number = post(0, u.get(0), topic, text("news")).ok().path("id").asLong();
            assertThat(awaitAnnouncement(watching).path("version").asLong()).isEqualTo(version + 1);
            assertThat(seen(1, u.get(1), topic).path("version").asLong()).isEqualTo(version + 1);
            edit(1, u.get(0), topic, number, text("news")).ok();
            assertThat(seen(0, u.get(1), topic).path("version").asLong())
                    .as("nothing changed")
                    .isEqualTo(version + 1);
            assertThat(code(confirm(0, u.get(1), topic, number, ""))).isEqualTo(CONFLICT);
            assertThat(remove(1, u.get(0), topic, number)).isEqualTo(204);
            assertThat(awaitAnnouncement(watching).path("version").asLong()).isEqualTo(version + 2);
            assertThat(code(one(0, u.get(1), topic, number))).isEqualTo(ABSENT);
            assertThat(code(edit(0, u.get(0), topic, number, text("x")))).isEqualTo(ABSENT);
            assertThat(code(confirm(0, u.get(1), topic, number, ""))).isEqualTo(ABSENT);
            assertThat(remove(0, u.get(0), topic, number)).isEqualTo(404);
            assertThat(world.get(0, u.get(1), path(topic)).ok().path("announcements"))
                    .isEmpty();
            assertThat(code(world.get(0, u.get(1), path(topic) + "/" + number + "/history")))
                    .isEqualTo(ABSENT);
            assertThat(versions(0, u.get(0), topic, number)).containsExactly("removed news", "posted news");
            JsonNode notice = world.cluster
                    .http(0)
                    .get(
                            "/v1/im/conversations/n_" + id(topic) + "/messages",
                            u.get(1).token())
                    .ok()
                    .path("messages")
                    .path(1);
            assertThat(notice.path("content_type").asInt()).isEqualTo(1005);
            assertThat(notice.at("/content/kind").asText()).isEqualTo("announcement");
            assertThat(notice.at("/content/announcement/id").asLong()).isEqualTo(number);
            assertThat(notice.at("/content/announcement/action").asText()).isEqualTo("posted");
        }
    }

    @Test
    void membersChangeWhatTheyAnnouncedThemselvesAndNothingElse() {
        List<Account> u = world.users("owner", "admin", "one", "two");
        String topic = world.group(u.toArray(Account[]::new));
        changeMember(0, u.get(0), topic, u.get(1), json().put("role", "admin"));
        assertThat(code(post(0, u.get(2), topic, text("no")))).isEqualTo(FORBIDDEN);
        change(0, u.get(0), topic, json().put("announce_policy", "all"));
        long number = post(1, u.get(2), topic, text("mine").put("need_confirm", true))
                .ok()
                .path("id")
                .asLong();
        assertThat(code(edit(0, u.get(3), topic, number, text("not mine")))).isEqualTo(FORBIDDEN);
        assertThat(remove(0, u.get(3), topic, number)).isEqualTo(403);
        assertThat(edit(0, u.get(2), topic, number, text("still mine")).status())
                .isEqualTo(200);
        confirm(0, u.get(3), topic, number, "").ok();
        assertThat(confirmations(0, u.get(2), topic, number))
                .as("its author sees who")
                .containsExactly(u.get(3).uid());
        assertThat(code(world.get(0, u.get(3), path(topic) + "/" + number + "/confirmations")))
                .isEqualTo(FORBIDDEN);
        JsonNode edited = edit(1, u.get(1), topic, number, text("the admin's")).ok();
        assertThat(edited.path("author_uid").asLong()).isEqualTo(u.get(2).uid());
        assertThat(edited.path("editor_uid").asLong()).isEqualTo(u.get(1).uid());
        changeMember(0, u.get(0), topic, u.get(2), json().put("muted_until", System.currentTimeMillis() + 600_000));
        assertThat(code(edit(0, u.get(2), topic, number, text("muted")))).isEqualTo(MUTED);
        assertThat(code(post(0, u.get(2), topic, text("muted")))).isEqualTo(MUTED);
        change(0, u.get(0), topic, json().put("muted_until", System.currentTimeMillis() + 600_000));
        assertThat(code(post(1, u.get(3), topic, text("all are muted")))).isEqualTo(MUTED);
        assertThat(post(1, u.get(1), topic, text("an admin speaks")).status()).isEqualTo(201);
        String other = world.group(u.get(0));
        assertThat(code(one(0, u.get(0), other, number))).as("of another group").isEqualTo(ABSENT);
    }

    @Test
    void whoEditsWhatChangedMeanwhileIsToldSo() {
        List<Account> u = world.users("owner", "admin");
        String topic = world.group(u.get(0), u.get(1));
        changeMember(0, u.get(0), topic, u.get(1), json().put("role", "admin"));
        long number = post(0, u.get(0), topic, text("0")).ok().path("id").asLong();
        for (int round = 1; round <= 5; round++) {
            long version = round;
            ObjectNode one = text("one " + round).put("version", version);
            ObjectNode two = text("two " + round).put("version", version);
            CompletableFuture<Response> first =
                    CompletableFuture.supplyAsync(() -> edit(0, u.get(0), topic, number, one));
            CompletableFuture<Response> second =
                    CompletableFuture.supplyAsync(() -> edit(1, u.get(1), topic, number, two));
            List<Response> both = List.of(first.join(), second.join());
            assertThat(both).extracting(GroupWorld::code).containsExactlyInAnyOrder(0, CONFLICT);
            int won = both.get(0).status() == 200 ? 0 : 1;
            assertThat(edit(1, u.get(won), topic, number, won == 0 ? one : two).status())
                    .as("an answer that was lost")
                    .isEqualTo(200);
            assertThat(one(0, u.get(0), topic, number).ok().path("version").asLong())
                    .isEqualTo(round + 1);
        }
        assertThat(versions(0, u.get(0), topic, number)).hasSize(6);
    }

    @Test
    void confirmedByAllAtOnceEachCountsOnce() {
        List<Account> u = world.users("owner", "a", "b", "c", "d");
        String topic = world.group(u.toArray(Account[]::new));
        long number = post(0, u.get(0), topic, text("all").put("need_confirm", true))
                .ok()
                .path("id")
                .asLong();
        List<CompletableFuture<Response>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Account one = u.get(i % 5);
            int node = i % 2;
            all.add(CompletableFuture.supplyAsync(() -> confirm(node, one, topic, number, "")));
        }
        assertThat(all).extracting(one -> one.join().status()).containsOnly(200);
        assertThat(one(0, u.get(1), topic, number).ok().path("confirm_count").asInt())
                .isEqualTo(5);
        assertThat(confirmations(0, u.get(0), topic, number)).hasSize(5);
    }

    @Test
    void listsComePageByPageAndNonsenseIsRefused() {
        List<Account> u = world.users("owner", "one");
        String topic = world.group(u.get(0), u.get(1));
        List<Long> posted = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            posted.add(
                    0,
                    post(i % 2, u.get(0), topic, text("n" + i)).ok().path("id").asLong());
        }
        List<Long> found = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page =
                    world.get(1, u.get(1), path(topic) + "?limit=2" + cursor).ok();
            page.path("announcements").forEach(one -> found.add(one.path("id").asLong()));
            cursor = page.path("next_cursor").isNull()
                    ? null
                    : "&cursor=" + page.path("next_cursor").asText();
        } while (cursor != null);
        assertThat(found).isEqualTo(posted);
        for (ObjectNode bad : List.of(
                json(),
                text(" "),
                text("x".repeat(8193)),
                json().put("content", 1),
                text("x").put("need_confirm", 1))) {
            assertThat(code(post(0, u.get(0), topic, bad))).isEqualTo(INVALID);
        }
        assertThat(post(0, u.get(0), topic, text("\uD83D\uDCE3".repeat(8192))).status())
                .as("as long as it may be")
                .isEqualTo(201);
        assertThat(code(world.get(0, u.get(0), path(topic) + "/x"))).isEqualTo(INVALID);
        assertThat(code(confirm(0, u.get(0), topic, posted.get(0), "?version=x")))
                .isEqualTo(INVALID);
        assertThat(code(one(0, u.get(0), topic, 999_999_999))).isEqualTo(ABSENT);
    }

    private static JsonNode awaitAnnouncement(TestClient client) {
        while (true) {
            JsonNode event = client.awaitEvent("group", SOON);
            assertThat(event).as("told of the announcement").isNotNull();
            if (event.path("kind").asText().equals("announcement")) {
                return event;
            }
        }
    }
}

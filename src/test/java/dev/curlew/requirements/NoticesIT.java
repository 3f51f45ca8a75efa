package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.domain.GroupId;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.mysql.NoticeStore;
import dev.curlew.store.notice.Notice;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Notifications as rows of a transaction: what is committed is told once and in order, whoever stopped in between. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NoticesIT {

    private final TestCluster cluster = TestCluster.shared();
    private Vertx vertx;
    private MysqlPool mysql;
    private Databases databases;
    private NoticeStore notices;

    @BeforeAll
    void connect() {
        vertx = Vertx.vertx();
        mysql = new MysqlPool(vertx, cluster.config(0).mysql());
        databases = new Databases(cluster.config(0).mysql().databasePrefix());
        notices = new NoticeStore(mysql, databases);
    }

    @AfterAll
    void close() {
        await(mysql.close());
        await(vertx.close());
    }

    @Test
    void whatNobodySentAfterItsCommitIsSentByTheClockOnceAndInOrder() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        Account carol = cluster.user("carol");
        GroupId group = groupOf(alice, bob);

        try (TestClient a = cluster.socket(0, alice);
                TestClient b = cluster.socket(1, bob);
                TestClient c = cluster.socket(1, carol)) {
            commit(news(group, alice, bob, 2), news(group, alice, carol, 3));

            assertThat(messages(a, group, 2)).containsExactly(1L, 2L);
            assertThat(messages(b, group, 2)).containsExactly(1L, 2L);
            // Not a member, but named by one of the two.
            assertThat(messages(c, group, 2)).contains(2L);
            JsonNode pulled = b.call("pull", Json.object().put("conversation_id", group.notices()));
            assertThat(pulled.path("messages")).hasSize(2);
            JsonNode first = pulled.path("messages").get(0);
            assertThat(first.path("content_type").asInt()).isEqualTo(Notice.GROUP_INFO_CHANGED);
            assertThat(first.path("topic").asText()).isEqualTo(group.topic());
            assertThat(first.has("to_uid")).isFalse();
            assertThat(first.path("conversation_type").asInt()).isEqualTo(4);
            assertThat(TestClient.await(
                                    c.request("pull", Json.object().put("conversation_id", group.notices())),
                                    TestClient.PATIENCE)
                            .path("code")
                            .asInt())
                    .isEqualTo(40400);
        }
        assertThat(await(notices.open("demo", group.notices(), 10))).isEmpty();
    }

    @Test
    void theGroupEventSaysTheSameAsTheMessage() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        GroupId group = groupOf(alice, bob);

        try (TestClient b = cluster.socket(1, bob)) {
            commit(news(group, alice, bob, 7));

            JsonNode event = b.awaitEvent("group", Duration.ofSeconds(20));
            assertThat(event.path("topic").asText()).isEqualTo(group.topic());
            assertThat(event.path("kind").asText()).isEqualTo("info");
            assertThat(event.path("uid").asLong()).isEqualTo(alice.uid());
            assertThat(event.path("target_uids").get(0).asLong()).isEqualTo(bob.uid());
            assertThat(event.path("version").asLong()).isEqualTo(7);
        }
    }

    @Test
    void whatIsRolledBackIsNeverTold() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        GroupId group = groupOf(alice, bob);

        Future<Void> refused = mysql.transaction(connection -> notices.write(
                        connection, "demo", List.of(news(group, alice, bob, 2)), 0)
                .compose(written -> Future.failedFuture(ApiException.invalid("stopped between the two writes"))));

        Awaitility.await().until(refused::isComplete);
        assertThat(refused.failed()).isTrue();
        assertThat(await(notices.open("demo", group.notices(), 10))).isEmpty();
    }

    private static Notice news(GroupId group, Account by, Account target, long version) {
        return Notice.group(Notice.GROUP_INFO_CHANGED, group, "info", by.uid(), List.of(target.uid()), version);
    }

    private void commit(Notice... all) {
        await(mysql.transaction(connection -> notices.write(connection, "demo", List.of(all), 0)));
    }

    /** The rows only: how groups come to be is another test's matter. */
    private GroupId groupOf(Account owner, Account member) {
        long id = await(mysql.query(
                        "INSERT INTO " + databases.tenant("demo", "im_groups")
                                + " (name, owner_uid, member_count, created_at, updated_at) VALUES ('notices', ?, 2, 1, 1)"
                                + " RETURNING group_id",
                        owner.uid())
                .map(rows -> rows.iterator().next().getLong(0)));
        for (Account one : List.of(owner, member)) {
            await(mysql.query(
                    "INSERT INTO " + databases.tenant("demo", "im_group_members")
                            + " (group_id, uid, joined_at) VALUES (?, ?, 1)",
                    id,
                    one.uid()));
        }
        return new GroupId(id);
    }

    /** Numbers of the notifications of a group as a socket gets them, until the highest expected one. */
    private static List<Long> messages(TestClient client, GroupId group, long last) {
        List<Long> seqs = new ArrayList<>();
        while (!seqs.contains(last)) {
            JsonNode message = client.awaitEvent("message", Duration.ofSeconds(20));
            if (message.path("conversation_id").asText().equals(group.notices())) {
                seqs.add(message.path("seq").asLong());
            }
        }
        return seqs;
    }

    private static <T> T await(Future<T> future) {
        return future.timeout(20, TimeUnit.SECONDS).await();
    }
}

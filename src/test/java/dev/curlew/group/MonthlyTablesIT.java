package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.config.MysqlConfig.GroupTables;
import dev.curlew.dev.TestStores;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.MessageIds;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.CanonicalJson;
import dev.curlew.protocol.Json;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.GroupFileStore;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageStore.Key;
import dev.curlew.store.mysql.GroupMessageWriter;
import dev.curlew.store.mysql.GroupMessageWriter.Batch;
import dev.curlew.store.mysql.GroupMessageWriter.Written;
import dev.curlew.store.mysql.MessageTable;
import dev.curlew.store.mysql.MonthlyTables;
import io.vertx.sqlclient.Row;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nodes that keep messages of groups by the month. Time goes on as the messages say: they are stored as of when they were sent. */
class MonthlyTablesIT extends GroupListProbe {

    private TestCluster cluster;
    private Databases databases;
    private GroupMessageWriter writer;
    private GroupMessageStore store;

    /** The last millisecond of the month before this one. */
    private final long before = YearMonth.now(ZoneOffset.UTC)
                    .atDay(1)
                    .atStartOfDay()
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli()
            - 1;

    @BeforeAll
    @Override
    void begin() {
        cluster = TestCluster.start(TestStores.shared(), "monthly", 2, "mysql.group_tables=monthly");
        world = new GroupWorld(cluster);
        databases = new Databases(cluster.config(0).mysql().databasePrefix());
        MessageTable tables = new MessageTable(databases, GroupTables.MONTHLY);
        store = new GroupMessageStore(world.mysql, tables);
        writer = new GroupMessageWriter(
                world.mysql, databases, tables, store, new GroupFileStore(world.mysql, databases), world.tenants());
    }

    @AfterAll
    @Override
    void end() {
        super.end();
        cluster.close();
    }

    @Test
    @Requirement("A-232")
    void aPageGoesOverTheEndOfAMonthAsIfThereWereNone() {
        List<Account> two = world.users("owner", "member");
        Account owner = two.get(0);
        String topic = world.group(owner, two.get(1));
        // Two of the month before last, two of last month, one number that nobody got.
        assertThat(write(
                        topic,
                        5,
                        message(topic, owner, 1, before - 40L * 86_400_000),
                        message(topic, owner, 2, before),
                        message(topic, owner, 4, before),
                        message(topic, owner, 5, before)))
                .isInstanceOf(Written.Stored.class);
        for (int i = 6; i <= 9; i++) {
            assertThat(send(i % 2, owner, "m" + i, topic, "text " + i)
                            .path("seq")
                            .asLong())
                    .isEqualTo(i);
        }
        assertThat(places(topic)).hasSize(3);
        assertThat(world.number("SELECT COUNT(*) FROM {im_group_messages}")).isZero();
        for (int node = 0; node < 2; node++) {
            JsonNode page = pull(node, two.get(1), topic, "?after_seq=0");
            assertThat(GroupPullIT.seqs(page)).containsExactly(1L, 2L, 4L, 5L, 6L, 7L, 8L, 9L);
            assertThat(page.path("absent")).hasToString("[[3,3]]");
            forget(topic);
        }
        assertThat(GroupPullIT.seqs(pull(1, two.get(1), topic, "?before_seq=7&limit=3")))
                .containsExactly(4L, 5L, 6L);
        assertThat(conversation(0, two.get(1), topic).path("unread").asLong()).isEqualTo(8);
        assertThat(conversation(0, owner, topic).path("unread").asLong()).isZero();
        assertThat(conversation(1, two.get(1), topic).at("/latest_msg/seq").asLong())
                .isEqualTo(9);
    }

    @Test
    @Requirement("A-232")
    void oneIdIsOneMessageWhateverMonthItIsSentAgainIn() {
        Account owner = world.users("owner").get(0);
        String topic = world.group(owner);
        write(topic, 1, message(topic, owner, 1, before));
        JsonNode again = send(1, owner, "m1", topic, "text 1");
        assertThat(again.path("seq").asLong()).isEqualTo(1);
        assertThat(again.path("duplicate").asBoolean()).isTrue();
        assertThat(send(0, owner, "m2", topic, "text 2").path("seq").asLong()).isGreaterThan(1);
        assertThat(GroupWorld.code(
                        world.http(0).post("/v1/im/messages", owner.token(), text(topic, "m1", "something else"))))
                .isEqualTo(40902);
        // Also where Redis says nothing and a number of this month is ready for it: the unsplit keys decide.
        long high = world.number("SELECT high FROM {im_topic_seq} WHERE topic = ?", topic);
        Message twice = message(topic, owner, high + 1, System.currentTimeMillis());
        Message same = renamed(twice, "m1");
        assertThat(write(topic, high + 1, same)).isInstanceOf(Written.Taken.class);
        assertThat(GroupWorld.await(store.find(GroupWorld.TENANT, List.of(Key.of(same))))
                        .get(Key.of(same))
                        .seq())
                .isEqualTo(1);
        assertThat(GroupPullIT.seqs(pull(0, owner, topic, "?after_seq=0")))
                .startsWith(1L)
                .doesNotHaveDuplicates();
    }

    @Test
    @Requirement("A-232")
    void whatHappensToAMessageHappensInItsMonth() {
        List<Account> two = world.users("owner", "member");
        Account owner = two.get(0);
        String topic = world.group(owner, two.get(1));
        write(
                topic,
                3,
                message(topic, owner, 1, before),
                message(topic, owner, 2, before),
                message(topic, owner, 3, before));
        send(0, owner, "m4", topic, "text 4");
        String message = "/v1/im/conversations/" + id(topic) + "/messages/";
        world.http(0).post(message + "1/revoke", owner.token(), json()).ok();
        world.http(1)
                .call("DELETE", message + "2?scope=all", owner.token(), null)
                .ok();
        world.http(1)
                .call("DELETE", message + "4?scope=all", owner.token(), null)
                .ok();
        forget(topic);
        JsonNode page = pull(1, two.get(1), topic, "?after_seq=0");
        assertThat(GroupPullIT.seqs(page)).containsExactly(1L, 3L);
        assertThat(page.at("/messages/0/status").asInt()).isEqualTo(5);
        assertThat(page.path("absent")).hasToString("[[2,2],[4,4]]");
        assertThat(conversation(0, two.get(1), topic).path("unread").asLong()).isEqualTo(1);
        assertThat(conversation(0, two.get(1), topic).at("/latest_msg/seq").asLong())
                .isEqualTo(3);
        JsonNode changes = world.http(0)
                .get(
                        "/v1/im/conversations/" + id(topic) + "/changes?after_version=0",
                        two.get(1).token())
                .ok();
        assertThat(changes.path("changes")).hasSize(3);

        world.admin(
                        "PATCH",
                        "/" + topic,
                        json().put("tenant", GroupWorld.TENANT).put("review", "all"))
                .ok();
        long held = send(0, owner, "m5", topic, "wait").path("seq").asLong();
        JsonNode audit = world.http(1)
                .get("/v1/admin/audits?tenant=" + GroupWorld.TENANT, GroupWorld.SECRET)
                .ok()
                .path("audits");
        assertThat(audit.path(0).path("seq").asLong()).isEqualTo(held);
        assertThat(pull(0, two.get(1), topic, "?after_seq=4").path("pending")).hasSize(1);
        ObjectNode decision = json().put("tenant", GroupWorld.TENANT).put("topic", topic);
        world.http(0)
                .call(
                        "PATCH",
                        "/v1/admin/audits",
                        GroupWorld.SECRET,
                        decision.put("seq", held).put("decision", "pass"))
                .ok();
        assertThat(GroupPullIT.seqs(pull(1, two.get(1), topic, "?after_seq=4"))).containsExactly(held);
        ObjectNode reply = text(topic, "m6", "see").put("reply_seq", 2);
        assertThat(GroupWorld.code(world.http(0).post("/v1/im/messages", owner.token(), reply)))
                .isEqualTo(INVALID);
    }

    @Test
    @Requirement("A-232")
    void whatWasInOneTableStaysReadableAndThereIsNoWayBack() {
        String tenant = "before-split";
        world.http(0)
                .post("/v1/admin/tenants", GroupWorld.SECRET, json().put("tenant", tenant))
                .ok();
        String split = databases.tenant(tenant, "im_group_split");
        String numbers = databases.tenant(tenant, "im_group_seq");
        assertThat(GroupWorld.await(world.mysql.query("SELECT * FROM " + split)).size())
                .isEqualTo(1);
        GroupWorld.await(world.mysql.query("DELETE FROM " + split));
        GroupMessageStore one = new GroupMessageStore(world.mysql, new MessageTable(databases, GroupTables.ONE));
        GroupId group = new GroupId(7);
        List<Message> old = LongStream.rangeClosed(1, 3)
                .mapToObj(seq -> message(tenant, group, 77, seq, before - 1_000_000))
                .toList();
        GroupWorld.await(world.mysql.transaction(transaction -> one.insert(transaction, tenant, old)
                .compose(done -> one.fill(transaction, tenant, group.topic(), List.of(4L), before))));

        MessageTable monthly = new MessageTable(databases, GroupTables.MONTHLY);
        GroupWorld.await(new MonthlyTables(world.mysql, databases, monthly).open(tenant));
        GroupMessageStore now = new GroupMessageStore(world.mysql, monthly);
        List<GroupMessageStore.Stored> rows = GroupWorld.await(now.range(tenant, group.topic(), 1, 4));
        assertThat(rows).extracting(GroupMessageStore.Stored::seq).containsExactly(1L, 2L, 3L, 4L);
        assertThat(rows.get(3).isHole()).isTrue();
        assertThat(rows.get(0).message()).isEqualTo(old.get(0));
        assertThat(GroupWorld.await(
                        world.mysql.query("SELECT month FROM " + numbers + " WHERE seqid <= 4 ORDER BY seqid")))
                .extracting(row -> row.getInteger(0))
                .containsExactly(0, 0, 0, null);
        MonthlyTables back = new MonthlyTables(world.mysql, databases, new MessageTable(databases, GroupTables.ONE));
        assertThatThrownBy(() -> GroupWorld.await(back.open(tenant))).hasMessageContaining("mysql.group_tables");
    }

    private Written write(String topic, long last, Message... messages) {
        Written written = GroupWorld.await(
                writer.write(new Batch(GroupWorld.TENANT, List.of(messages), Map.of(), Map.of(topic, last), false)));
        forget(topic);
        return written;
    }

    /** Months in which the topic has messages. */
    private List<Integer> places(String topic) {
        List<Integer> months = new ArrayList<>();
        for (Row row :
                world.rows("SELECT DISTINCT month FROM {im_group_seq} WHERE topic = ? AND month IS NOT NULL", topic)) {
            int month = row.getInteger(0);
            assertThat(world.number("SELECT COUNT(*) FROM {im_group_messages_" + month + "} WHERE topic = ?", topic))
                    .isPositive();
            months.add(month);
        }
        return months;
    }

    private void forget(String topic) {
        world.redis.keys(world.key("*{" + topic + "}*")).forEach(world.redis::del);
    }

    private static Message message(String topic, Account from, long seq, long time) {
        return message(GroupWorld.TENANT, GroupId.ofTopic(topic).orElseThrow(), from.uid(), seq, time);
    }

    private static Message message(String tenant, GroupId group, long uid, long seq, long time) {
        return message(tenant, group, uid, seq, time, "m" + seq);
    }

    private static Message renamed(Message message, String clientId) {
        GroupId group = GroupId.ofMessages(message.conversationId()).orElseThrow();
        return message(message.tenant(), group, message.sendUid(), message.seq(), message.sendTime(), clientId);
    }

    private static Message message(String tenant, GroupId group, long uid, long seq, long time, String clientId) {
        String content = "{\"text\":\"text " + seq + "\"}";
        return new Message(
                tenant,
                group.conversation(),
                ConversationId.GROUP,
                seq,
                clientId,
                MessageIds.serverMsgId(tenant, group.conversation(), uid, clientId),
                uid,
                0,
                "name",
                "",
                5,
                100,
                101,
                content,
                MessageIds.sendHash(101, CanonicalJson.of(Json.read(content, JsonNode.class))),
                time,
                time,
                Map.of(),
                List.of(),
                false,
                null,
                null,
                null,
                null,
                null);
    }

    private JsonNode send(int node, Account who, String clientId, String topic, String text) {
        return world.http(node)
                .post("/v1/im/messages", who.token(), text(topic, clientId, text))
                .ok();
    }

    private static ObjectNode text(String topic, String clientId, String text) {
        ObjectNode data = json().put("topic", topic).put("client_msg_id", clientId);
        data.put("content_type", 101).putObject("content").put("text", text);
        return data;
    }

    private JsonNode pull(int node, Account as, String topic, String query) {
        return world.http(node)
                .get("/v1/im/conversations/" + id(topic) + "/messages" + query, as.token())
                .ok();
    }
}

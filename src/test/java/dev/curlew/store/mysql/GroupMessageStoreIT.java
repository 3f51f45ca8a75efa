package dev.curlew.store.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.Requirement;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.domain.MessageIds;
import dev.curlew.domain.OfflinePush;
import dev.curlew.protocol.CanonicalJson;
import dev.curlew.protocol.Json;
import dev.curlew.store.mysql.GroupMessageStore.Key;
import dev.curlew.store.mysql.GroupMessageStore.Place;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is stored of a group's message comes back as it was. */
class GroupMessageStoreIT {

    private static final long NOW = 1_790_000_000_123L;
    private static final GroupId GROUP = new GroupId(77_001);

    private static MessageTablesProbe tables;
    private static MysqlPool pool;
    private static GroupMessageStore store;

    @BeforeAll
    static void open() {
        MessageTablesProbe probe = new MessageTablesProbe("groupmsgit");
        pool = probe.pool;
        tables = probe;
        store = new GroupMessageStore(pool, probe.tables);
    }

    @AfterAll
    static void end() {
        tables.close();
    }

    @Test
    @Requirement("A-190")
    void messagesAndHolesComeBackAsTheyWere() {
        Message plain = message(1, "a", 101, "{\"text\":\"hi\"}");
        String rich =
                "{\"z\":1.50,\"text\":\"\\uD83D\\uDE00 é\",\"a\":{\"deep\":[1,2,{\"x\":null}]},\"big\":9007199254740993}";
        Message full = full(3, rich);
        Message file = message(4, "c", 105, "{\"url\":\"u\",\"name\":\"n\",\"size\":5,\"mime\":\"m/m\"}");
        Map<Place, Long> ids = await(pool.transaction(tx -> store.insert(tx, "one", List.of(plain, full, file))
                .compose(done -> store.fill(tx, "one", GROUP, List.of(2L), NOW))
                .compose(done -> store.ids(tx, "one", List.of(plain, full, file)))));
        assertThat(ids).hasSize(3);

        List<Stored> rows = await(store.range("one", GROUP.topic(), 1, 10));
        assertThat(rows).extracting(Stored::seq).containsExactly(1L, 2L, 3L, 4L);
        assertThat(rows).extracting(Stored::isHole).containsExactly(false, true, false, false);
        assertThat(rows.get(0).message()).isEqualTo(plain);
        assertThat(rows.get(0).id()).isEqualTo(ids.get(new Place(GROUP.topic(), 1)));
        assertThat(rows.get(0).isNormal()).isTrue();
        Message read = rows.get(2).message();
        assertThat(CanonicalJson.of(Json.read(read.content(), JsonNode.class)))
                .isEqualTo(CanonicalJson.of(Json.read(rich, JsonNode.class)));
        assertThat(read).usingRecursiveComparison().ignoringFields("content").isEqualTo(full);

        Map<Key, Stored> found = await(
                store.find("one", List.of(Key.of(plain), Key.of(full), new Key(GROUP.topic(), 7, "A"), Key.of(file))));
        assertThat(found.keySet()).containsExactlyInAnyOrder(Key.of(plain), Key.of(full), Key.of(file));
    }

    private static Message message(long seq, String clientId, int type, String content) {
        return new Message(
                "one",
                GROUP.conversation(),
                ConversationId.GROUP,
                seq,
                clientId,
                MessageIds.serverMsgId("one", GROUP.conversation(), 7, clientId),
                7,
                0,
                "Ann",
                "face",
                5,
                100,
                type,
                content,
                MessageIds.sendHash(type, content),
                NOW,
                NOW - 1,
                Map.of(),
                List.of(),
                false,
                null,
                null,
                null,
                null,
                null);
    }

    private static Message full(long seq, String content) {
        return new Message(
                "one",
                GROUP.conversation(),
                ConversationId.GROUP,
                seq,
                "b",
                MessageIds.serverMsgId("one", GROUP.conversation(), 7, "b"),
                7,
                0,
                "Ann",
                "face",
                5,
                200,
                116,
                content,
                "hash",
                NOW,
                NOW,
                Map.of("unread_count", false),
                List.of(8L, 9L),
                true,
                1L,
                1L,
                "{\"own\":1}",
                "more",
                new OfflinePush("t", "d", "e", "s", false));
    }

    private static <T> T await(Future<T> future) {
        return future.timeout(60, TimeUnit.SECONDS).await();
    }
}

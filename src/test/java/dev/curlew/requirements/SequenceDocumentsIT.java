package dev.curlew.requirements;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static dev.curlew.requirements.Probe.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.model.Updates;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.Page;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.TestClient;
import dev.curlew.protocol.Json;
import dev.curlew.store.mongo.MongoLink;
import dev.curlew.store.mongo.MongoSchema;
import dev.curlew.store.mongo.MongoSeqs;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** The documents that keep a conversation's numbers and where each user stands in it. */
class SequenceDocumentsIT extends SharedClusterProbe {

    @Test
    @Requirement({"B-155", "B-156", "B-157"})
    void twoFirstSendsAtOnceMakeOneDocumentOfTheConversation() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        CompletableFuture<JsonNode> one = cluster.http(0).send(alice, text(bob, "a", "one"));
        CompletableFuture<JsonNode> two = cluster.http(1).send(bob, text(alice, "b", "two"));
        TestClient.await(one, SOON);
        TestClient.await(two, SOON);
        String conversation = alice.conversationWith(bob.uid());
        probe.awaitElements(conversation, 2);
        List<Document> found = probe.find("seq", eq("conversation_id", conversation));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).get("_id")).isInstanceOf(ObjectId.class);
        assertThat(found.get(0).getLong("max_seq")).isGreaterThanOrEqualTo(2);
        assertThat(found.get(0).getLong("min_seq")).isZero();
        assertThat(probe.indexes("seq")).containsEntry(new Document("conversation_id", 1), true);
    }

    @Test
    @Requirement("B-158")
    void sixteenAllocatorsGetBlocksThatTouchAndDoNotOverlap() {
        Vertx vertx = Vertx.vertx();
        try {
            MongoLink mongo = new MongoLink(vertx, cluster.config(0).mongo());
            MongoSeqs seqs = new MongoSeqs(mongo, new MongoSchema(mongo));
            String conversation = "si_1_" + System.nanoTime();
            List<Future<Long>> ends = new ArrayList<>();
            for (int round = 0; round < 10; round++) {
                for (int allocator = 0; allocator < 16; allocator++) {
                    ends.add(seqs.reserve("demo", conversation, 7, 0));
                }
            }
            Future.all(ends).timeout(30, TimeUnit.SECONDS).await();
            List<Long> sorted = ends.stream().map(Future::result).sorted().toList();
            for (int i = 0; i < sorted.size(); i++) {
                assertThat(sorted.get(i)).isEqualTo((i + 1) * 7L);
            }
            mongo.close().timeout(10, TimeUnit.SECONDS).await();
        } finally {
            vertx.close().timeout(10, TimeUnit.SECONDS).await();
        }
    }

    @Test
    @Requirement({"B-159", "B-164", "B-165"})
    void nobodyIsServedBelowTheLowerBoundsAndAUserNotAboveTheirOwn() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String conversation = sent(alice, bob, 6);
        assertThat(read(bob, conversation, 1)).isEqualTo(1);
        set("seq_user", of(bob, conversation), "min_seq", 3L);
        assertThat(seqs(bob, conversation)).containsExactly(3L, 4L, 5L, 6L);
        assertThat(seqs(alice, conversation)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);

        set("seq_user", of(bob, conversation), "max_seq", 5L);
        Page bounded = cluster.http(1).pull(bob, conversation, 0, 100);
        assertThat(bounded.messages()).extracting(SeenMessage::seq).containsExactly(3L, 4L, 5L);
        assertThat(bounded.maxSeq()).isEqualTo(5);
        assertThat(bounded.hasMore()).isFalse();
        assertThat(cluster.http(0).unreadTotal(bob)).isEqualTo(3);
        assertThat(seqs(alice, conversation)).hasSize(6);

        set("seq", eq("conversation_id", conversation), "min_seq", 4L);
        assertThat(seqs(bob, conversation)).containsExactly(4L, 5L);
        assertThat(seqs(alice, conversation)).containsExactly(4L, 5L, 6L);
    }

    @Test
    @Requirement({"B-160", "B-161", "B-162", "B-163"})
    void firstReadsAtOnceMakeOneDocumentOfUserAndConversation() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String conversation = sent(alice, bob, 3);
        try (TestClient one = cluster.socket(0, bob);
                TestClient two = cluster.socket(1, bob)) {
            List<CompletableFuture<JsonNode>> replies = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                replies.add((i % 2 == 0 ? one : two)
                        .request(
                                "read",
                                Json.object()
                                        .put("conversation_id", conversation)
                                        .put("read_seq", 1 + i % 3)));
            }
            replies.forEach(reply -> assertThat(
                            TestClient.await(reply, SOON).path("code").asInt(-1))
                    .isZero());
        }
        List<Document> found = positions(bob, conversation);
        assertThat(found).hasSize(1);
        assertThat(found.get(0).get("_id")).isInstanceOf(ObjectId.class);
        assertThat(found.get(0).getLong("read_seq")).isEqualTo(3);
        assertThat(probe.indexes("seq_user"))
                .containsEntry(new Document("user_id", 1).append("conversation_id", 1), true)
                .containsKey(new Document("user_id", 1))
                .containsKey(new Document("conversation_id", 1));
    }

    @Test
    @Requirement("B-166")
    void aReadPositionRisesOnlyAndGivesTheUnreadCount() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String conversation = sent(alice, bob, 5);
        assertThat(cluster.http(0).unreadTotal(bob)).isEqualTo(5);
        assertThat(read(bob, conversation, 4)).isEqualTo(4);
        assertThat(cluster.http(1).unreadTotal(bob)).isEqualTo(1);
        assertThat(read(bob, conversation, 2)).isEqualTo(4);
        assertThat(positions(bob, conversation).get(0).getLong("read_seq")).isEqualTo(4);
        assertThat(read(bob, conversation, 999)).isEqualTo(5);
        assertThat(positions(bob, conversation).get(0).getLong("read_seq")).isEqualTo(5);
    }

    private static String sent(Account from, Account to, int count) {
        for (int i = 0; i < count; i++) {
            TestClient.await(cluster.http(0).send(from, text(to, "m" + i, "text " + i)), SOON);
        }
        String conversation = from.conversationWith(to.uid());
        probe.awaitElements(conversation, count);
        return conversation;
    }

    private static long read(Account reader, String conversation, long seq) {
        try (TestClient socket = cluster.socket(0, reader)) {
            return socket.call(
                            "read",
                            Json.object().put("conversation_id", conversation).put("read_seq", seq))
                    .path("read_seq")
                    .asLong();
        }
    }

    private static List<Long> seqs(Account reader, String conversation) {
        return cluster.http(1).pull(reader, conversation, 0, 100).messages().stream()
                .map(SeenMessage::seq)
                .toList();
    }

    private static List<Document> positions(Account user, String conversation) {
        return probe.find("seq_user", of(user, conversation));
    }

    private static Bson of(Account user, String conversation) {
        return and(eq("user_id", Long.toString(user.uid())), eq("conversation_id", conversation));
    }

    private static void set(String collection, Bson filter, String field, long value) {
        assertThat(probe.first(probe.collection(collection).updateOne(filter, Updates.set(field, value)))
                        .getMatchedCount())
                .isEqualTo(1);
    }
}

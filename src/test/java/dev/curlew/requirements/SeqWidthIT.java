package dev.curlew.requirements;

import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.curlew.Requirement;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.protocol.Json;
import dev.curlew.store.mongo.MongoClaims;
import dev.curlew.store.mongo.MongoLink;
import dev.curlew.store.mongo.MongoSchema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

/** Numbers of messages are whole beyond what 32 bits hold, in every type and through every call. */
class SeqWidthIT extends SharedClusterProbe {

    private static final long FIRST = 1L << 33;

    @Test
    @Requirement("A-297")
    void everyFieldThatHoldsANumberIsALong() {
        List<String> narrow = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.curlew").stream()
                        .flatMap(type -> type.getFields().stream())
                        .filter(field -> field.getName().matches("(?i)(.*seq|seqs?|.*seqid)"))
                        .filter(field -> List.of("int", "java.lang.Integer", "short", "float")
                                .contains(field.getRawType().getName()))
                        .map(JavaField::getFullName)
                        .toList();
        assertThat(narrow).isEmpty();
    }

    @Test
    @Requirement("A-297")
    void aNumberBeyond32BitsSurvivesEveryCall() {
        Account alice = cluster.user("alice");
        Account bob = cluster.user("bob");
        String id = alice.conversationWith(bob.uid());
        beginAt(id, FIRST);
        String path = "/v1/im/conversations/" + id;
        TestHttp http = cluster.http(1);

        try (TestClient phone = cluster.socket(1, bob)) {
            long seq = sent(alice, bob, "wide", null);
            assertThat(seq).isEqualTo(FIRST + 1);
            assertThat(phone.awaitEvent("message", SOON).path("seq").asLong()).isEqualTo(seq);
            assertThat(sent(alice, bob, "reply", seq)).isEqualTo(seq + 1);
            JsonNode page =
                    http.get(path + "/messages?after_seq=" + FIRST, bob.token()).ok();
            assertThat(page.at("/messages/0/seq").asLong()).isEqualTo(seq);
            assertThat(page.at("/messages/1/reply_seq").asLong()).isEqualTo(seq);
            assertThat(page.path("max_seq").asLong()).isEqualTo(seq + 1);
            JsonNode read = http.post(path + "/read", bob.token(), Json.object().put("read_seq", seq))
                    .ok();
            assertThat(read.path("read_seq").asLong()).isEqualTo(seq);
            assertThat(read.path("unread").asLong()).isEqualTo(1);
            assertThat(http.get(path + "/receipts?seq=" + seq, alice.token())
                            .ok()
                            .path("read_count")
                            .asLong())
                    .isEqualTo(1);
            ObjectNode edit = Json.object().put("version", 0);
            edit.putObject("content").put("text", "edited");
            assertThat(http.call("PATCH", path + "/messages/" + seq, alice.token(), edit)
                            .ok()
                            .path("seq")
                            .asLong())
                    .isEqualTo(seq);
            assertThat(phone.awaitEvent("edited", SOON).path("seq").asLong()).isEqualTo(seq);
            http.post(path + "/messages/" + (seq + 1) + "/revoke", alice.token(), null)
                    .ok();
            assertThat(phone.awaitEvent("revoked", SOON).path("seq").asLong()).isEqualTo(seq + 1);
            JsonNode changes =
                    http.get(path + "/changes?after_version=0", bob.token()).ok();
            assertThat(changes.at("/changes/0/seq").asLong()).isEqualTo(seq);
            JsonNode standing = phone.call("seqs", conversationIds(id)).at("/conversations/0");
            assertThat(standing.path("max_seq").asLong()).isEqualTo(seq + 1);
            assertThat(standing.path("read_seq").asLong()).isEqualTo(seq);
            http.post(path + "/clear", bob.token(), null).ok();
            assertThat(phone.call("seqs", conversationIds(id))
                            .at("/conversations/0/min_seq")
                            .asLong())
                    .isEqualTo(seq + 2);
        }
    }

    private long sent(Account from, Account to, String clientMsgId, Long replySeq) {
        ObjectNode data = Probe.text(to, clientMsgId, clientMsgId);
        if (replySeq != null) {
            data.put("content_type", 114).put("reply_seq", replySeq);
        }
        return TestClient.await(cluster.http(0).send(from, data), SOON)
                .at("/data/seq")
                .asLong();
    }

    /** As if the numbers before were given, the last one to nobody, and none may be seen. */
    private void beginAt(String conversation, long given) {
        Bson values = Updates.combine(
                Updates.set("max_seq", given), Updates.set("head", given), Updates.set("min_seq", given + 1));
        probe.first(probe.collection("seq")
                .updateOne(eq("conversation_id", conversation), values, new UpdateOptions().upsert(true)));
        Vertx vertx = Vertx.vertx();
        MongoLink mongo = new MongoLink(vertx, cluster.config(0).mongo());
        Future<Boolean> filled = new MongoClaims(mongo, new MongoSchema(mongo))
                .fill("demo", conversation, given, System.currentTimeMillis());
        assertThat(filled.timeout(20, TimeUnit.SECONDS).await()).isTrue();
        mongo.close().timeout(10, TimeUnit.SECONDS).await();
        vertx.close().timeout(10, TimeUnit.SECONDS).await();
    }

    private static ObjectNode conversationIds(String id) {
        ObjectNode data = Json.object();
        data.putArray("conversation_ids").add(id);
        return data;
    }
}

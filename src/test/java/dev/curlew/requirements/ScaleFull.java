package dev.curlew.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import dev.curlew.node.Chat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.Callable;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** How much there may be of something; too much to make for every run, so it is put into the store by hand. {@code make test-full} runs it. */
class ScaleFull extends SharedClusterProbe {

    private static final int SLOTS = 100;

    @Test
    void theOldestPageOfAMillionMessagesIsAsFastAsTheNewest() throws Exception {
        Chat chat = Chat.fresh(cluster);
        int many = 1_000_000;
        long last = chat.send(chat.alice, "the first, for the copies of both members");
        probe.awaitElements(chat.id, 1);
        fill(chat, last + 1, many);
        long head = chat.send(chat.alice, "the last");
        assertThat(head).isEqualTo(many + 1L);
        long newest = fastest(() -> chat.ok(chat.bob, "GET", "/messages?limit=100", null));
        long oldest = fastest(() -> chat.ok(chat.bob, "GET", "/messages?after_seq=100&limit=100", null));
        System.out.printf("1,000,000 messages: newest page %d us, oldest page %d us%n", newest, oldest);
        assertThat(oldest).isLessThan(newest * 3 / 2 + 5_000);
        // A million unread cost nothing to count or to clear.
        long count = fastest(
                () -> cluster.http(0).get("/v1/im/unread", chat.bob.token()).ok());
        assertThat(chat.listed(chat.bob).path("unread").asLong()).isEqualTo(many + 1L);
        long begun = System.nanoTime();
        assertThat(chat.read(chat.bob, head).path("unread").asLong()).isZero();
        long clear = (System.nanoTime() - begun) / 1_000;
        System.out.printf("1,000,000 unread: counted in %d us, read in %d us%n", count, clear);
        assertThat(clear).isLessThan(2_000_000);
    }

    @Test
    void fiveThousandConversationsComeInPagesOfOneRoundTrip() {
        Account bob = cluster.user("bob");
        int many = 5_000;
        List<Document> copies = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            copies.add(copy(bob, 900_000_000_000L + i, 1_000L + i));
        }
        probe.all(probe.collection("conversation").insertMany(copies));
        long version = 0;
        int got = 0;
        int pages = 0;
        long longest = 0;
        boolean more = true;
        while (more) {
            long begun = System.nanoTime();
            JsonNode page = cluster.http(0)
                    .get("/v1/im/conversations/changes?version=" + version, bob.token())
                    .ok();
            longest = Math.max(longest, (System.nanoTime() - begun) / 1_000);
            got += page.path("changed").size();
            version = page.path("version").asLong();
            more = page.path("has_more").asBoolean();
            pages++;
        }
        System.out.printf("5,000 conversations: %d pages, the slowest %d us%n", pages, longest);
        assertThat(got).isEqualTo(many);
        assertThat(pages).isEqualTo(50);
        assertThat(longest).isLessThan(3_000_000);
    }

    private static void fill(Chat chat, long from, long to) {
        List<Document> claims = new ArrayList<>();
        List<Object> slots = new ArrayList<>();
        Document sample = probe.elements(chat.id).get(0);
        String doc = null;
        for (long seq = from; seq <= to; seq++) {
            claims.add(new Document("_id", new ObjectId())
                    .append("conversation_id", chat.id)
                    .append("sender", chat.alice.uid())
                    .append("client_msg_id", "fill-" + seq)
                    .append("seq", seq)
                    .append("send_hash", "")
                    .append("send_time", System.currentTimeMillis() - 100_000)
                    .append("attempt", ""));
            Document body = new Document(sample.get("msg", Document.class))
                    .append("seq", seq)
                    .append("client_msg_id", "fill-" + seq);
            slots.add(new Document(sample).append("msg", body));
            boolean full = seq % SLOTS == 0;
            if (full || seq == to) {
                doc = chat.id + ":" + (seq - 1) / SLOTS;
                if (doc.endsWith(":0")) {
                    slots.add(0, sample);
                    probe.first(probe.collection("msg").deleteOne(new Document("doc_id", doc)));
                }
                probe.first(probe.collection("msg")
                        .insertOne(new Document("doc_id", doc).append("msgs", List.copyOf(slots))));
                slots.clear();
            }
            if (claims.size() == 5_000 || seq == to) {
                probe.all(probe.collection("msg_claim").insertMany(List.copyOf(claims)));
                claims.clear();
            }
        }
        probe.first(probe.collection("seq")
                .updateOne(
                        new Document("conversation_id", chat.id),
                        new Document("$set", new Document("head", to).append("max_seq", to))));
        // What Redis and the sequencer know of it is of before.
        probe.redis().keys("im:demo:*{" + chat.id + "}*").forEach(probe.redis()::del);
    }

    private static Document copy(Account owner, long peer, long time) {
        return new Document("owner_user_id", Long.toString(owner.uid()))
                .append("conversation_id", owner.conversationWith(peer))
                .append("conversation_type", 1)
                .append("user_id", Long.toString(peer))
                .append("recv_msg_opt", 0)
                .append("is_pinned", false)
                .append("is_private_chat", false)
                .append("burn_duration", 30)
                .append("attached_info", "")
                .append("ex", "")
                .append("latest_msg_time", time)
                .append("latest_seq", 0L)
                .append("hidden_seq", -1L)
                .append("create_time", new Date());
    }

    /** Microseconds of the fastest of some calls. */
    private static long fastest(Callable<?> call) throws Exception {
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 15; i++) {
            long begun = System.nanoTime();
            call.call();
            fastest = Math.min(fastest, (System.nanoTime() - begun) / 1_000);
        }
        return fastest;
    }
}

package dev.curlew.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import dev.curlew.client.Page;
import dev.curlew.client.SeenMessage;
import dev.curlew.client.SocketEnded;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp;
import dev.curlew.node.Chat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Many sends without waiting for each, as the contract lets a client repeat them, and the reading of all that came of it. */
final class Pipeline {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private Pipeline() {}

    static List<String> ids(String prefix, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> prefix + i).toList();
    }

    /** Starts a send of each id; its text is the id. */
    static Map<String, CompletableFuture<JsonNode>> start(TestClient sender, Account to, List<String> ids) {
        Map<String, CompletableFuture<JsonNode>> replies = new LinkedHashMap<>();
        ids.forEach(id -> replies.put(id, sender.request("send", Chat.text(to, id, id))));
        return replies;
    }

    /** Waits for the replies and notes the places; the ids that have none yet and are to be sent again, in their order. */
    static List<String> finish(Map<String, CompletableFuture<JsonNode>> replies, Map<String, Long> acked) {
        List<String> again = new ArrayList<>();
        replies.forEach((id, future) -> {
            long seq = place(future);
            if (seq == 0) {
                again.add(id);
            } else {
                Long before = acked.put(id, seq);
                assertThat(before == null || before == seq)
                        .as("one place: " + id)
                        .isTrue();
            }
        });
        return again;
    }

    /** Waits for the replies; sends again, in their order, what is to be sent again. Answers how many those were. */
    static int finishAll(
            Map<String, CompletableFuture<JsonNode>> replies,
            Map<String, Long> acked,
            Function<String, TestClient> socketOf,
            Club club) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        int repeated = 0;
        List<String> again = finish(replies, acked);
        while (!again.isEmpty()) {
            assertThat(System.nanoTime()).as("left: " + again).isLessThan(deadline);
            repeated += again.size();
            Map<String, CompletableFuture<JsonNode>> tries = new LinkedHashMap<>();
            again.forEach(id -> tries.put(id, socketOf.apply(id).request("send", club.text(id, id))));
            again = finish(tries, acked);
        }
        return repeated;
    }

    /** Sends until each has its place, again and again under the same id. */
    static void place(TestClient sender, Account to, List<String> ids, Map<String, Long> acked) {
        long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        List<String> left = ids;
        while (!left.isEmpty()) {
            assertThat(System.nanoTime()).as("left: " + left).isLessThan(deadline);
            left = finish(start(sender, to, left), acked);
        }
    }

    /** Everything the reader finds in a conversation, from the first number up to what was the last at the beginning. */
    static List<SeenMessage> history(TestHttp http, Account reader, String conversation, int limit) {
        List<SeenMessage> all = new ArrayList<>();
        long after = 0;
        Page page;
        do {
            page = http.pull(reader, conversation, after, limit);
            long end = page.messages().isEmpty()
                    ? after
                    : page.messages().get(page.messages().size() - 1).seq();
            for (long[] run : page.absent()) {
                end = Math.max(end, run[1]);
            }
            all.addAll(page.messages());
            assertThat(end > after || !page.hasMore()).as("pages go on").isTrue();
            after = end;
        } while (page.hasMore());
        return all;
    }

    static List<Long> seqs(List<SeenMessage> messages) {
        return messages.stream().map(SeenMessage::seq).toList();
    }

    /** Each acknowledged message is in the history once, in the place it was told, and nothing else is. */
    static void assertExactly(List<SeenMessage> history, Map<String, Long> acked) {
        Map<String, Long> stored = new LinkedHashMap<>();
        history.forEach(message -> stored.put(message.clientMsgId(), message.seq()));
        assertThat(seqs(history)).isSorted().doesNotHaveDuplicates().hasSize(acked.size());
        assertThat(stored).isEqualTo(acked);
    }

    private static long place(CompletableFuture<JsonNode> future) {
        JsonNode reply;
        try {
            reply = TestClient.await(future, PATIENCE);
        } catch (SocketEnded lost) {
            return 0;
        }
        assertThat(reply.path("code").asInt(-1) == 0 || reply.path("retryable").asBoolean())
                .as(reply.toString())
                .isTrue();
        return reply.path("code").asInt() == 0 ? reply.at("/data/seq").asLong() : 0;
    }
}

package dev.curlew.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.client.Page;
import dev.curlew.client.TestClient;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;

/** One member speaks without end while a device of another one attaches to the group and detaches from it. */
final class AttachRace {

    private static final Duration PING = Duration.ofSeconds(5);

    private final TestCluster cluster;
    private final Account speaker;
    private final Account member;
    private final Club club;
    private final AtomicBoolean over = new AtomicBoolean();

    AttachRace(TestCluster cluster, List<Account> two) {
        this.cluster = cluster;
        this.speaker = two.get(0);
        this.member = two.get(1);
        this.club = Club.of(cluster, 0, two);
    }

    void run(int cycles) {
        try (TestClient racing = TestClient.connect(cluster.url(1));
                TestClient steady = cluster.socket(2, member).autoPing(PING)) {
            List<Long> live = new CopyOnWriteArrayList<>();
            List<Long> always = new CopyOnWriteArrayList<>();
            racing.onEvent(event -> note(event, live));
            steady.onEvent(event -> note(event, always));
            racing.call("login", Json.object().put("token", member.token()).put("auto_attach", false));
            racing.autoPing(PING);
            CompletableFuture<Long> talking = CompletableFuture.supplyAsync(this::talk);
            Set<Long> pulled = new HashSet<>();
            for (int i = 0; i < cycles; i++) {
                CompletableFuture<JsonNode> attached = racing.request("attach", GroupStormIT.topics(club));
                if (i % 3 != 0) {
                    answered(attached);
                    pull(racing, pulled);
                }
                CompletableFuture<JsonNode> detached = racing.request("detach", GroupStormIT.topics(club));
                if (i % 2 == 0) {
                    answered(detached);
                }
            }
            answered(racing.request("attach", GroupStormIT.topics(club)));
            over.set(true);
            long last = talking.join();
            pull(racing, pulled);
            for (int i = 0; i < 5; i++) {
                club.send(0, speaker, "after " + i);
            }
            Awaitility.await().until(() -> live.contains(last + 5) && always.contains(last + 5));
            assertThat(live).as("none doubled, none backwards").isSorted().doesNotHaveDuplicates();
            assertThat(always).isSorted().doesNotHaveDuplicates().hasSize((int) last + 5);
            assertThat(live).contains(last + 1, last + 2, last + 3, last + 4, last + 5);
            pulled.addAll(live);
            assertThat(pulled).as("none missed").hasSize((int) last + 5);
        }
    }

    /** The last number given. */
    private long talk() {
        long last = 0;
        try (TestClient socket = cluster.socket(0, speaker)) {
            for (int i = 0; !over.get(); i++) {
                last = socket.call("send", club.text("t" + i, "t" + i))
                        .path("seq")
                        .asLong();
            }
        }
        return last;
    }

    /** Everything above what was pulled before, as after each attach. */
    private void pull(TestClient socket, Set<Long> pulled) {
        long after = pulled.stream().mapToLong(Long::longValue).max().orElse(0);
        Page page;
        do {
            ObjectNode data = Json.object()
                    .put("conversation_id", club.id)
                    .put("after_seq", after)
                    .put("limit", 200);
            page = Page.of(socket.call("pull", data));
            pulled.addAll(Pipeline.seqs(page.messages()));
            after = pulled.stream().mapToLong(Long::longValue).max().orElse(0);
        } while (page.hasMore());
    }

    private void note(JsonNode event, List<Long> seqs) {
        if (GroupStormIT.isMessage(event)
                && event.at("/data/conversation_id").asText().equals(club.id)) {
            seqs.add(event.at("/data/seq").asLong());
        }
    }

    private static void answered(CompletableFuture<JsonNode> reply) {
        JsonNode answer = TestClient.await(reply, TestClient.PATIENCE);
        assertThat(answer.path("code").asInt(-1)).as(answer.toString()).isZero();
    }
}

package dev.curlew.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Asks for what is missing: messages below a head by {@code pull}, changes below a version by {@code changes}. */
final class CatchUp {

    private static final long PAUSE_MS = 300;

    private final Timelines timelines;
    private final Executor client;
    private final Predicate<TestClient> current;

    /** @param client where answers are taken
     * @param current whether a socket is still the one in use */
    CatchUp(Timelines timelines, Executor client, Predicate<TestClient> current) {
        this.timelines = timelines;
        this.client = client;
        this.current = current;
    }

    /** @param now milliseconds */
    void work(TestClient socket, long now) {
        timelines.each((conversationId, timeline) -> {
            if (timeline.startPull(now)) {
                pull(socket, conversationId, timeline);
            }
            if (timeline.startChanges(now)) {
                changes(socket, conversationId, timeline);
            }
        });
    }

    private void pull(TestClient socket, String conversationId, Timeline timeline) {
        ObjectNode data = Json.object()
                .put("conversation_id", conversationId)
                .put("after_seq", timeline.cursor())
                .put("limit", 100);
        socket.request("pull", data)
                .whenComplete((reply, failure) -> client.execute(() -> {
                    long before = timeline.cursor();
                    if (reply != null && reply.path("code").asInt(-1) == 0) {
                        timeline.add(Page.of(reply.path("data")));
                    }
                    if (current.test(socket)) {
                        timeline.pullEnded(next(timeline.cursor() > before));
                    }
                }));
    }

    private void changes(TestClient socket, String conversationId, Timeline timeline) {
        ObjectNode data = Json.object().put("conversation_id", conversationId).put("after_version", timeline.version());
        socket.request("changes", data)
                .whenComplete((reply, failure) -> client.execute(() -> {
                    long before = timeline.version();
                    if (reply != null && reply.path("code").asInt(-1) == 0) {
                        timeline.add(ChangesSeen.of(conversationId, reply.path("data")));
                    }
                    if (current.test(socket)) {
                        timeline.changesEnded(next(timeline.version() > before));
                    }
                }));
    }

    private static long next(boolean more) {
        return more ? 0 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime()) + PAUSE_MS;
    }
}

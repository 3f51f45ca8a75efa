package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** What a client has of all its conversations. */
final class Timelines {

    private final Map<String, Timeline> timelines = new HashMap<>();

    Timeline of(String conversationId) {
        return timelines.computeIfAbsent(conversationId, id -> new Timeline());
    }

    /** Takes the heads and versions that {@code seqs}, {@code ping} and {@code sync} name. */
    void hints(JsonNode data) {
        for (JsonNode hint : data.path("conversations")) {
            Timeline timeline = of(hint.path("conversation_id").asText());
            timeline.want(hint.path("max_seq").asLong());
            timeline.wantVersion(hint.path("version").asLong());
        }
    }

    void each(BiConsumer<String, Timeline> action) {
        timelines.forEach(action);
    }

    /** No question that was asked on a lost socket will be answered. */
    void socketLost() {
        timelines.values().forEach(timeline -> {
            timeline.pullEnded(0);
            timeline.changesEnded(0);
        });
    }

    boolean complete() {
        return timelines.values().stream().allMatch(Timeline::complete);
    }
}

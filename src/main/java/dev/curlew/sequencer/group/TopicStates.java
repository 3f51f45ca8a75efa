package dev.curlew.sequencer.group;

import dev.curlew.store.mysql.GroupMessageWriter;
import dev.curlew.store.redis.GroupClaims;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The highest number this owner knows to be given in each topic (rule 2). At the first touch, and when Redis is another process, it is
 * what MySQL says. Those not used for long are forgotten. Safe for several threads.
 */
final class TopicStates {

    private static final int MOST = 50_000;

    private final GroupMessageWriter writer;
    private final GroupClaims claims;
    private final Map<Topic, Long> issued = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Topic, Long> eldest) {
            return size() > MOST;
        }
    };
    private String runId;

    TopicStates(GroupMessageWriter writer, GroupClaims claims) {
        this.writer = writer;
        this.claims = claims;
    }

    private record Topic(String tenant, String name) {}

    /** Loads what is not known yet. */
    synchronized Future<Void> load(String tenant, Collection<String> topics) {
        if (!Objects.equals(runId, claims.runId())) {
            issued.clear();
            runId = claims.runId();
        }
        List<String> unknown = topics.stream()
                .filter(topic -> !issued.containsKey(new Topic(tenant, topic)))
                .toList();
        return writer.highs(tenant, unknown).map(highs -> {
            highs.forEach((topic, high) -> raise(tenant, topic, high));
            return null;
        });
    }

    synchronized long issued(String tenant, String topic) {
        return issued.getOrDefault(new Topic(tenant, topic), 0L);
    }

    synchronized void raise(String tenant, String topic, long seq) {
        issued.merge(new Topic(tenant, topic), seq, Math::max);
    }
}

package dev.curlew.sequencer.group;

import dev.curlew.domain.GroupId;
import dev.curlew.store.mysql.GroupMessageWriter;
import dev.curlew.store.redis.GroupClaims;
import io.vertx.core.Future;
import java.util.ArrayList;
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
    private final Map<Topic, Chat> chats = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Topic, Chat> eldest) {
            return size() > MOST;
        }
    };
    private String runId;

    TopicStates(GroupMessageWriter writer, GroupClaims claims) {
        this.writer = writer;
        this.claims = claims;
    }

    private record Topic(String tenant, String name) {}

    /** What is kept of a conversation that is no group's. */
    private static final class Chat {

        /** Whether copies of its members' lists know of it. */
        private boolean listed;

        /** Tombstones that Redis has not been told of yet. */
        private final List<Long> holes = new ArrayList<>();
    }

    /** Loads what is not known yet. */
    synchronized Future<Void> load(String tenant, Collection<String> topics) {
        if (!Objects.equals(runId, claims.runId())) {
            issued.clear();
            chats.clear();
            runId = claims.runId();
        }
        List<String> unknown = topics.stream()
                .filter(topic -> !issued.containsKey(new Topic(tenant, topic)))
                .toList();
        if (unknown.isEmpty()) {
            return Future.succeededFuture();
        }
        return writer.open(tenant, unknown).map(highs -> {
            highs.forEach((topic, high) -> raise(tenant, topic, high));
            return null;
        });
    }

    synchronized long issued(String tenant, String topic) {
        return issued.getOrDefault(new Topic(tenant, topic), 0L);
    }

    /** Numbers that became holes, by topic. */
    synchronized void filled(String tenant, Map<String, List<Long>> holes) {
        holes.forEach((topic, seqs) -> {
            if (GroupId.ofTopic(topic).isEmpty()) {
                chat(tenant, topic).holes.addAll(seqs);
            }
        });
    }

    synchronized List<Long> holes(String tenant, String topic) {
        return List.copyOf(chat(tenant, topic).holes);
    }

    synchronized void forgetHoles(String tenant, String topic) {
        chat(tenant, topic).holes.clear();
    }

    synchronized boolean isListed(String tenant, String topic) {
        return chat(tenant, topic).listed;
    }

    synchronized void listed(String tenant, String topic) {
        chat(tenant, topic).listed = true;
    }

    private Chat chat(String tenant, String topic) {
        return chats.computeIfAbsent(new Topic(tenant, topic), key -> new Chat());
    }

    synchronized void raise(String tenant, String topic, long seq) {
        issued.merge(new Topic(tenant, topic), seq, Math::max);
    }
}

package dev.curlew.sequencer.group;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.sequencer.group.Entry.State;
import dev.curlew.store.group.HotCopies;
import dev.curlew.store.redis.HotMessages.Kept;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps copies of what was stored in large groups, for those who were not told of it live. Nobody waits for that: a copy that is missing
 * is made by whoever reads the message first.
 */
final class HotKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(HotKeeper.class);

    private final HotCopies hot;

    HotKeeper(HotCopies hot) {
        this.hot = hot;
    }

    /** Which groups of a batch are large is found out while it is being stored. */
    Batch batch(String tenant, Collection<Entry> entries) {
        Set<GroupId> groups = new LinkedHashSet<>();
        entries.forEach(one -> groups.add(one.group()));
        return new Batch(tenant, entries, hot.large(tenant, groups), hot.generation());
    }

    /** The copies of one batch. */
    final class Batch {

        private final String tenant;
        private final Collection<Entry> entries;
        private final Future<List<GroupId>> large;
        private final String generation;

        private Batch(String tenant, Collection<Entry> entries, Future<List<GroupId>> large, String generation) {
            this.tenant = tenant;
            this.entries = entries;
            this.large = large;
            this.generation = generation;
        }

        /** Once the messages are stored, their claims done and their head raised. */
        void keep() {
            large.compose(groups -> hot.keep(tenant, stored(groups), generation))
                    .onFailure(failure ->
                            LOG.debug("No copies of what was said, tenant {}: {}", tenant, failure.toString()));
        }

        private Collection<Kept> stored(List<GroupId> groups) {
            Map<String, List<Message>> byTopic = new LinkedHashMap<>();
            groups.forEach(group -> byTopic.put(group.topic(), new ArrayList<>()));
            for (Entry one : entries) {
                List<Message> kept = byTopic.get(one.topic());
                if (kept != null && one.in(State.STORED) && !one.held()) {
                    kept.add(one.message());
                }
            }
            return byTopic.entrySet().stream()
                    .map(topic -> new Kept(topic.getKey(), topic.getValue(), List.of()))
                    .toList();
        }
    }
}

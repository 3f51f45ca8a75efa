package dev.curlew.persistence;

import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.GroupId;
import dev.curlew.store.change.GroupChangeMaker;
import dev.curlew.store.mysql.GroupMessageStore;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes for all what a tenant keeps no longer; members are told as of any deletion, and the number stays used. */
final class Expiry implements Housekeeping.Chore {

    private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);
    private static final int AT_ONCE = 500;

    private final GroupMessageStore messages;
    private final GroupChangeMaker changes;

    Expiry(GroupMessageStore messages, GroupChangeMaker changes) {
        this.messages = messages;
        this.changes = changes;
    }

    @Override
    public String name() {
        return "deleting what is kept no longer";
    }

    @Override
    public Future<?> run(String tenant, long now) {
        return messages.expired(tenant, now, AT_ONCE).compose(found -> {
            Future<?> chain = Future.succeededFuture();
            for (Map.Entry<String, List<Long>> topic : found.entrySet()) {
                GroupId group = GroupId.ofTopic(topic.getKey()).orElseThrow();
                Change change = new Change(group.conversation(), 0, 0, 0, now, new Deleted(topic.getValue()));
                chain = chain.compose(done -> changes.make(tenant, group, change, null))
                        .otherwise(failure -> {
                            // The others of this round need not wait for it.
                            LOG.warn(
                                    "Not deleted yet, tenant {}, topic {}: {}",
                                    tenant,
                                    topic.getKey(),
                                    failure.toString());
                            return null;
                        });
            }
            return chain;
        });
    }
}

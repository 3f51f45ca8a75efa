package dev.curlew.store.group;

import dev.curlew.domain.GroupId;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.mysql.TopicNumbers;
import io.vertx.core.Future;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fills numbers of groups that stay without a row for seconds with tombstones, in the very index a late writer would have to win (rule 4). */
public final class GroupGaps {

    private static final Logger LOG = LoggerFactory.getLogger(GroupGaps.class);
    private static final long PATIENCE_MS = 5_000;

    private final MysqlPool pool;
    private final TopicNumbers numbers;
    private final GroupMessageStore messages;

    public GroupGaps(MysqlPool pool, TopicNumbers numbers, GroupMessageStore messages) {
        this.pool = pool;
        this.numbers = numbers;
        this.messages = messages;
    }

    /**
     * True when the numbers have rows now, this node's or another's; false when it is too early.
     *
     * @param missing numbers without a row, below the head
     */
    public Future<Boolean> fill(String tenant, GroupId group, List<Long> missing) {
        return messages.timeAbove(tenant, group.topic(), missing.get(0)).compose(above -> {
            long now = System.currentTimeMillis();
            if (above == 0 || above > now - PATIENCE_MS) {
                return Future.succeededFuture(false);
            }
            LOG.warn("Numbers without a message are filled, tenant {}, group {}: {}", tenant, group, missing);
            return pool.transaction(transaction -> numbers.high(transaction, tenant, group)
                            .compose(locked -> messages.fill(transaction, tenant, group.topic(), missing, now)))
                    .map(true)
                    // Somebody else has one of them: what it is now is read again.
                    .recover(failure -> MysqlPool.duplicateKey(failure)
                            ? Future.succeededFuture(true)
                            : Future.failedFuture(failure));
        });
    }
}

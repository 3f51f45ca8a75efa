package dev.curlew.persistence;

import dev.curlew.store.change.Changes;
import dev.curlew.store.change.GroupChangeMaker;
import io.vertx.core.Future;

/** Finishes changes whose maker stopped half-way and that nobody has met since. */
final class OpenChanges implements Housekeeping.Chore {

    private static final long PATIENCE_MS = 5_000;
    private static final int AT_ONCE = 100;

    private final Changes changes;
    private final GroupChangeMaker groups;

    OpenChanges(Changes changes, GroupChangeMaker groups) {
        this.groups = groups;
        this.changes = changes;
    }

    @Override
    public String name() {
        return "finishing changes";
    }

    @Override
    public Future<?> run(String tenant, long now) {
        return changes.finishOpen(tenant, now - PATIENCE_MS, AT_ONCE)
                .compose(done -> groups.finishOpen(tenant, now - PATIENCE_MS, AT_ONCE));
    }
}

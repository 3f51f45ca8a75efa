package dev.curlew.persistence;

import dev.curlew.store.notice.Notices;
import io.vertx.core.Future;

/** Sends notifications whose change was committed by somebody who stopped before sending them. */
final class OpenNotices implements Housekeeping.Chore {

    private static final long PATIENCE_MS = 3_000;

    private final Notices notices;

    OpenNotices(Notices notices) {
        this.notices = notices;
    }

    @Override
    public String name() {
        return "notifying";
    }

    @Override
    public Future<?> run(String tenant, long now) {
        return notices.sendForgotten(tenant, PATIENCE_MS);
    }
}

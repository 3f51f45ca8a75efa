package dev.curlew.persistence;

import dev.curlew.store.group.Departures;
import io.vertx.core.Future;

/** Takes deleted users out of what they were in. */
final class OpenDepartures implements Housekeeping.Chore {

    private final Departures departures;

    OpenDepartures(Departures departures) {
        this.departures = departures;
    }

    @Override
    public String name() {
        return "deleted users' departures";
    }

    @Override
    public Future<?> run(String tenant, long now) {
        return departures.run(tenant);
    }
}

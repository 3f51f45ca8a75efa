package dev.curlew.persistence;

import dev.curlew.config.HousekeepingConfig;
import dev.curlew.store.Heads;
import dev.curlew.store.change.Changes;
import dev.curlew.store.change.GroupChangeMaker;
import dev.curlew.store.chat.BurnStore;
import dev.curlew.store.chat.ClaimStore;
import dev.curlew.store.chat.DestructStore;
import dev.curlew.store.chat.MessageStore;
import dev.curlew.store.chat.SeqStore;
import dev.curlew.store.chat.SeqUserStore;
import dev.curlew.store.group.Departures;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.notice.Notices;
import dev.curlew.store.redis.Lock;
import dev.curlew.store.redis.MessageCache;
import dev.curlew.store.redis.ReadPositions;
import dev.curlew.store.redis.TotalCache;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.function.Supplier;

/** Keeps house: what is done by the clock, and what somebody left half-way. */
public final class PersistenceVerticle extends VerticleBase {

    /** What it works with. */
    public record Parts(
            Stores stores,
            Changes changes,
            GroupChangeMaker groupChanges,
            GroupMessageStore groupMessages,
            Notices notices,
            Departures departures,
            Keeping keeping,
            MeterRegistry metrics) {}

    /** Where things are stored. */
    public record Stores(
            MessageStore messages,
            MessageCache copies,
            ClaimStore claims,
            SeqStore seqs,
            SeqUserStore users,
            BurnStore burns,
            DestructStore destruct,
            Heads durableHeads,
            ReadPositions reads,
            TotalCache totals) {}

    /**
     * What is done by the clock.
     *
     * @param tenants the codes of all tenants
     */
    public record Keeping(HousekeepingConfig config, Lock lock, Supplier<Future<List<String>>> tenants) {}

    private final Parts parts;
    private Housekeeping housekeeping;

    public PersistenceVerticle(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Future<?> start() {
        housekeeping = housekeeping(parts.stores());
        housekeeping.start();
        return Future.succeededFuture();
    }

    private Housekeeping housekeeping(Stores stores) {
        HousekeepingConfig config = parts.keeping().config();
        ConsistencySweep.Tools tools = new ConsistencySweep.Tools(
                stores.seqs(),
                stores.users(),
                stores.claims(),
                stores.messages(),
                stores.durableHeads(),
                stores.copies(),
                stores.reads());
        return new Housekeeping(
                vertx,
                config.intervalMs(),
                parts.keeping().lock(),
                parts.keeping().tenants(),
                List.of(
                        new OpenChanges(parts.changes(), parts.groupChanges()),
                        new OpenNotices(parts.notices()),
                        new OpenDepartures(parts.departures()),
                        new Burning(stores.burns(), stores.messages(), parts.changes()),
                        new Destruction(
                                stores.destruct(),
                                stores.claims(),
                                stores.users(),
                                parts.changes(),
                                config.destructMs()),
                        new Expiry(parts.groupMessages(), parts.groupChanges()),
                        new ConsistencySweep(tools, config.sweepMs(), new SweepMeters(parts.metrics()))));
    }

    @Override
    public Future<?> stop() {
        return housekeeping.stop();
    }
}

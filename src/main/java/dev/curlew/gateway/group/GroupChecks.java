package dev.curlew.gateway.group;

import dev.curlew.gateway.delivery.ChangeTracker;
import dev.curlew.gateway.session.Session;
import dev.curlew.store.Heads;
import dev.curlew.store.Receivers;
import dev.curlew.store.Standings.Standing;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds deliveries to groups that were lost on the way (rule 11): once a heartbeat the heads of all groups that somebody follows here are
 * read in one pipeline, each once whoever follows it. Where a head is ahead of what came, and still is after a moment, the sessions that
 * are behind it get a {@code sync}.
 */
public final class GroupChecks {

    private static final Logger log = LoggerFactory.getLogger(GroupChecks.class);
    private static final int CHUNK = 2_000;

    private final Vertx vertx;
    private final LocalGroups local;
    private final Heads heads;
    private final Receivers receivers;
    private final long graceMs;
    private final Counter repairs;
    private Future<Void> pass = Future.succeededFuture();

    public GroupChecks(
            Vertx vertx, LocalGroups local, Heads heads, Receivers receivers, long graceMs, MeterRegistry meters) {
        this.vertx = vertx;
        this.local = local;
        this.heads = heads;
        this.receivers = receivers;
        this.graceMs = graceMs;
        this.repairs = Counter.builder("curlew.group.repairs")
                .description("Conversations of groups of which something was lost on the way to this node")
                .register(meters);
    }

    /** A conversation of a group that somebody follows here. */
    private record Watched(AttachedGroup group, String conversation) {

        ChangeTracker tracker() {
            return group.tracker(conversation);
        }
    }

    /** Reads where groups stand that were not followed here before; what fails is compared by the next pass. */
    Future<Void> begin(Collection<AttachedGroup> groups) {
        List<Watched> fresh =
                watched(groups.stream().filter(group -> !group.begun()).toList());
        return read(fresh)
                .map(found -> {
                    found.forEach((one, head) -> one.tracker().begin(head));
                    return (Void) null;
                })
                .otherwiseEmpty();
    }

    /** One heartbeat; a pass that still runs is not joined by another. */
    Future<Void> pass() {
        if (!pass.isComplete()) {
            return pass;
        }
        List<Watched> all = watched(local.all());
        Future<Void> done = Future.succeededFuture();
        for (int from = 0; from < all.size(); from += CHUNK) {
            List<Watched> chunk = all.subList(from, Math.min(all.size(), from + CHUNK));
            done = done.compose(before -> check(chunk));
        }
        pass = done.recover(failure -> {
            log.warn("Groups could not be checked, the next heartbeat will: {}", failure.getMessage());
            return Future.succeededFuture();
        });
        return pass;
    }

    private Future<Void> check(List<Watched> chunk) {
        return read(chunk).compose(found -> {
            Map<Watched, Long> ahead = new HashMap<>();
            found.forEach((one, head) -> {
                if (!one.tracker().begun() || head > one.tracker().floor()) {
                    ahead.put(one, head);
                }
            });
            if (ahead.isEmpty()) {
                return Future.succeededFuture();
            }
            Promise<Void> later = Promise.promise();
            vertx.setTimer(graceMs, timer -> later.complete());
            return later.future().map(moment -> {
                ahead.forEach(this::repair);
                return null;
            });
        });
    }

    private void repair(Watched one, long head) {
        ChangeTracker tracker = one.tracker();
        if (tracker.begun() && tracker.floor() >= head) {
            return;
        }
        log.info(
                "Deliveries are missing, tenant {} conversation {}: {}",
                one.group().key().tenant(),
                one.conversation(),
                head);
        repairs.increment();
        receivers
                .allNotReceiving(one.group().key().tenant(), Set.of(one.conversation()))
                .otherwise(Map.of())
                .onSuccess(found -> {
                    Set<Long> silent = found.getOrDefault(one.conversation(), Set.of());
                    one.group().sessions().stream()
                            .filter(session -> session.login() != null
                                    && !silent.contains(session.login().caller().uid()))
                            .forEach(session -> session.run(live -> compare(one, live, head)));
                });
        if (tracker.begun()) {
            tracker.raise(head);
        } else {
            tracker.begin(head);
        }
    }

    /** Tells a session that knows nothing of a group yet how far it has come. */
    void announce(Session session, AttachedGroup group) {
        for (Watched one : watched(List.of(group))) {
            if (one.tracker().begun()) {
                long head = one.tracker().floor();
                session.run(live -> compare(one, live, head));
            }
        }
    }

    private static void compare(Watched one, Session session, long head) {
        if (!session.open() || !one.group().has(session)) {
            return;
        }
        session.cursors().since(one.conversation(), one.group().base(session, one.conversation()));
        Map<String, Standing> missing = session.cursors().compare(Map.of(one.conversation(), new Standing(head, 0)));
        if (!missing.isEmpty()) {
            session.outbox().sync(missing);
        }
    }

    private Future<Map<Watched, Long>> read(List<Watched> asked) {
        Map<String, List<Watched>> byTenant = new HashMap<>();
        asked.forEach(one -> byTenant.computeIfAbsent(one.group().key().tenant(), tenant -> new ArrayList<>())
                .add(one));
        Map<Watched, Long> found = new HashMap<>();
        Future<Void> done = Future.succeededFuture();
        for (Map.Entry<String, List<Watched>> tenant : byTenant.entrySet()) {
            List<String> ids =
                    tenant.getValue().stream().map(Watched::conversation).toList();
            done = done.compose(before -> heads.heads(tenant.getKey(), ids)).map(answers -> {
                tenant.getValue().forEach(one -> found.put(one, answers.getOrDefault(one.conversation(), 0L)));
                return null;
            });
        }
        return done.map(found);
    }

    private static List<Watched> watched(Collection<AttachedGroup> groups) {
        List<Watched> all = new ArrayList<>();
        groups.forEach(
                group -> group.conversations().forEach(conversation -> all.add(new Watched(group, conversation))));
        return all;
    }
}

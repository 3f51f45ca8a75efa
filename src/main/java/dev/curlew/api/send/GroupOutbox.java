package dev.curlew.api.send;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.GroupSends;
import dev.curlew.protocol.GroupSends.GroupSend;
import dev.curlew.protocol.GroupSends.Outcomes;
import dev.curlew.protocol.NodeCommand.Settled;
import dev.curlew.store.NextTurn;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Takes this node's sends to the sequencers that own their conversations (rule 3): those to groups, and all others where single chats are
 * kept in MySQL. What waits for one owner goes as one request while
 * another is in flight. An outcome that takes too long is not known, 50300: a send to a group is never {@code queued}. Safe for several
 * threads.
 */
public final class GroupOutbox {

    private static final int MOST_OF_REQUEST = 500;
    private static final int MOST_CHARS = 2_000_000;
    private static final int MOST_TRIES = 4;
    private static final long BURST_MS = 2;
    private static final long AVOID_MS = 1_000;
    private static final DeliveryOptions WAIT = new DeliveryOptions().setSendTimeout(10_000);

    private final EventBus bus;
    private final Supplier<Set<String>> sequencers;
    private final long ackTimeoutMs;
    private final int mostWaiting;
    private final LongSupplier clock;
    private final Map<String, Flight> flights = new HashMap<>();
    private final Map<String, Pin> pins = new HashMap<>();
    private final Map<String, Long> avoided = new HashMap<>();
    private final List<Waiting> arrived = new ArrayList<>();
    private boolean bursts;
    private int waiting;

    /** @param sequencers ids of the nodes that have the role now */
    public GroupOutbox(
            EventBus bus, Supplier<Set<String>> sequencers, long ackTimeoutMs, int mostWaiting, LongSupplier clock) {
        this.bus = bus;
        this.sequencers = sequencers;
        this.ackTimeoutMs = ackTimeoutMs;
        this.mostWaiting = mostWaiting;
        this.clock = clock;
    }

    /** A send and who waits for it. */
    private static final class Waiting {

        private final GroupSend send;
        private final String topic;
        private final long since;
        private final Promise<SendReply> reply = Promise.promise();
        private int tries;

        Waiting(GroupSend send, long since) {
            this.send = send;
            this.topic = send.message().tenant()
                    + '|'
                    + GroupId.topicOf(send.message().conversationId());
            this.since = since;
        }

        void settle(Settled outcome) {
            if (outcome.code() == 0) {
                reply.tryComplete(
                        SendReply.placed(send.message(), outcome.seq(), outcome.sendTime(), outcome.duplicate()));
            } else {
                reply.tryFail(PendingSends.refusal(outcome));
            }
        }

        void unknown(String words) {
            reply.tryFail(ApiException.unavailable(words));
        }
    }

    /** Where a topic's sends go as long as any of them waits and the owner lives: one that comes must not get the later ones first. */
    private static final class Pin {

        private String owner;
        private int count;

        Pin released() {
            owner = null;
            return this;
        }
    }

    /** What is on its way to one owner, and what waits to follow. */
    private static final class Flight {

        private final Deque<Waiting> queue = new ArrayDeque<>();
        private List<Waiting> inFlight = List.of();

        List<Waiting> take() {
            List<Waiting> some = new ArrayList<>();
            int chars = 0;
            while (!queue.isEmpty() && some.size() < MOST_OF_REQUEST && chars < MOST_CHARS) {
                Waiting one = queue.poll();
                chars += one.send.message().content().length();
                some.add(one);
            }
            inFlight = some;
            return some;
        }
    }

    /** Sends of one lane reach their group in the order of the calls. */
    Future<SendReply> send(GroupSend send) {
        Waiting one = new Waiting(send, clock.getAsLong());
        boolean first;
        synchronized (this) {
            if (waiting >= mostWaiting) {
                return Future.failedFuture(ApiException.unavailable("Too many sends wait for their place."));
            }
            waiting++;
            pins.computeIfAbsent(one.topic, topic -> new Pin()).count++;
            arrived.add(one);
            first = arrived.size() == 1;
        }
        one.reply.future().onComplete(ended -> ended(one));
        if (first) {
            NextTurn.after(bursts ? BURST_MS : 0, () -> go(lineArrived()));
        }
        return one.reply.future();
    }

    private synchronized Launch lineArrived() {
        // Where many come together the first is not to leave alone: its round would be all that the others wait for.
        if (!arrived.isEmpty()) {
            bursts = arrived.size() > 1;
        }
        Launch launch = line(arrived);
        arrived.clear();
        return launch;
    }

    private synchronized void ended(Waiting one) {
        waiting--;
        pins.computeIfPresent(one.topic, (topic, pin) -> --pin.count == 0 ? null : pin);
    }

    /** Sends that have no answer yet. */
    public synchronized int waiting() {
        return waiting;
    }

    /** Answers what has waited too long; to be called every 100 ms or so. */
    public void sweep() {
        // Their turn never came when its verticle stopped.
        go(lineArrived());
        List<Waiting> late = new ArrayList<>();
        synchronized (this) {
            long before = clock.getAsLong() - ackTimeoutMs;
            for (Flight flight : flights.values()) {
                flight.inFlight.stream()
                        .filter(one ->
                                one.since <= before && !one.reply.future().isComplete())
                        .forEach(late::add);
                flight.queue.stream().filter(one -> one.since <= before).forEach(late::add);
                flight.queue.removeIf(one -> one.since <= before);
            }
        }
        late.forEach(one -> one.unknown("It is not known yet whether the message was stored."));
        holdBack(late);
    }

    /** What is to be done outside of the lock: those that have nowhere to go, and those that leave, by owner. */
    private record Launch(List<Waiting> nowhere, Map<String, List<Waiting>> leaving) {}

    /** Puts them behind what is on its way to their groups; what has nothing before it leaves. */
    private synchronized Launch line(List<Waiting> some) {
        Launch launch = new Launch(new ArrayList<>(), new HashMap<>());
        Set<String> owners = new LinkedHashSet<>();
        for (Waiting one : some) {
            Pin pin = pins.computeIfAbsent(one.topic, topic -> new Pin());
            if (pin.owner == null || !sequencers.get().contains(pin.owner)) {
                pin.owner = owner(one.topic);
            }
            if (pin.owner == null || one.tries >= MOST_TRIES) {
                launch.nowhere().add(one);
            } else {
                flights.computeIfAbsent(pin.owner, id -> new Flight()).queue.add(one);
                owners.add(pin.owner);
            }
        }
        for (String owner : owners) {
            Flight flight = flights.get(owner);
            if (flight.inFlight.isEmpty()) {
                launch.leaving().put(owner, flight.take());
            }
        }
        return launch;
    }

    private void go(Launch launch) {
        launch.nowhere().forEach(one -> one.unknown("No sequencer is there at the moment."));
        launch.leaving().forEach(this::fly);
    }

    private void fly(String owner, List<Waiting> batch) {
        if (batch.isEmpty()) {
            return;
        }
        GroupSends request = new GroupSends(batch.stream().map(one -> one.send).toList());
        bus.<Outcomes>request(BusAddresses.commands(owner), request, WAIT).onComplete(ended -> {
            if (ended.succeeded()) {
                landed(owner, batch, ended.result().body().settled());
            } else if (isNobodyThere(ended.cause())) {
                detour(owner, batch);
            } else {
                batch.forEach(one -> one.unknown("It is not known whether the message was stored."));
                holdBack(batch);
                next(owner);
            }
        });
    }

    private void landed(String owner, List<Waiting> batch, List<Settled> outcomes) {
        List<Waiting> again = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).settle(outcomes.get(i));
            if (ErrorCode.of(outcomes.get(i).code()).map(ErrorCode::retryable).orElse(false)) {
                again.add(batch.get(i));
            }
        }
        holdBack(again);
        next(owner);
    }

    private void next(String owner) {
        List<Waiting> batch;
        synchronized (this) {
            Flight flight = flights.get(owner);
            batch = flight.take();
            if (batch.isEmpty()) {
                flights.remove(owner);
            }
        }
        fly(owner, batch);
    }

    /** The owner is starting or stopping, and nothing reached it: the next in line takes its place for a moment (rule 1). */
    private void detour(String owner, List<Waiting> batch) {
        List<Waiting> again = new ArrayList<>();
        Launch launch;
        synchronized (this) {
            avoided.put(owner, clock.getAsLong() + AVOID_MS);
            Flight flight = flights.remove(owner);
            again.addAll(batch);
            again.addAll(flight.queue);
            again.removeIf(one -> one.reply.future().isComplete());
            again.forEach(one -> {
                one.tries++;
                pins.computeIfPresent(one.topic, (topic, pin) -> pin.released());
            });
            // Within the lock, so that nobody who sends now gets past those who sent before.
            launch = line(again);
        }
        go(launch);
    }

    /** What follows in its lane a send that is to come again has to come again too (rule 10). */
    private void holdBack(Collection<Waiting> again) {
        if (again.isEmpty()) {
            return;
        }
        List<Waiting> behind = new ArrayList<>();
        synchronized (this) {
            for (Flight flight : flights.values()) {
                flight.queue.removeIf(one -> {
                    boolean follows = again.stream().anyMatch(failed -> one.send.follows(failed.send));
                    if (follows) {
                        behind.add(one);
                    }
                    return follows;
                });
            }
        }
        behind.forEach(one -> one.unknown("An earlier send to this conversation has to be repeated first."));
    }

    private String owner(String topic) {
        long now = clock.getAsLong();
        avoided.values().removeIf(until -> until <= now);
        Set<String> live = sequencers.get();
        List<String> there =
                live.stream().filter(node -> !avoided.containsKey(node)).toList();
        return Rendezvous.owner(there.isEmpty() ? live : there, topic);
    }

    private static boolean isNobodyThere(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.NO_HANDLERS;
    }
}

package dev.curlew.api.send;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.GroupSends;
import dev.curlew.protocol.GroupSends.GroupSend;
import dev.curlew.protocol.GroupSends.Outcomes;
import dev.curlew.protocol.NodeCommand.Settled;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Takes this node's sends to groups to the sequencers that own the groups (rule 3). What waits for one owner goes as one request while
 * another is in flight. An outcome that takes too long is not known, 50300: a send to a group is never {@code queued}. Safe for several
 * threads.
 */
public final class GroupOutbox {

    private static final int MOST_OF_REQUEST = 500;
    private static final int MOST_CHARS = 2_000_000;
    private static final int MOST_TRIES = 4;
    private static final long AVOID_MS = 1_000;
    private static final DeliveryOptions WAIT = new DeliveryOptions().setSendTimeout(10_000);

    private final EventBus bus;
    private final Supplier<Set<String>> sequencers;
    private final long ackTimeoutMs;
    private final int mostWaiting;
    private final LongSupplier clock;
    private final Map<String, Flight> flights = new HashMap<>();
    private final Map<String, Long> avoided = new HashMap<>();
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
        private final long since;
        private final Promise<SendReply> reply = Promise.promise();
        private int tries;

        Waiting(GroupSend send, long since) {
            this.send = send;
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
        synchronized (this) {
            if (waiting >= mostWaiting) {
                return Future.failedFuture(ApiException.unavailable("Too many sends wait for their place."));
            }
            waiting++;
        }
        one.reply.future().onComplete(ended -> ended());
        enqueue(one);
        return one.reply.future();
    }

    private synchronized void ended() {
        waiting--;
    }

    /** Sends that have no answer yet. */
    public synchronized int waiting() {
        return waiting;
    }

    /** Answers what has waited too long; to be called every 100 ms or so. */
    public void sweep() {
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

    private void enqueue(Waiting one) {
        String owner;
        List<Waiting> batch;
        synchronized (this) {
            owner = owner(one.send);
            if (owner == null || one.tries >= MOST_TRIES) {
                batch = null;
            } else {
                Flight flight = flights.computeIfAbsent(owner, id -> new Flight());
                flight.queue.add(one);
                batch = flight.inFlight.isEmpty() ? flight.take() : List.of();
            }
        }
        if (batch == null) {
            one.unknown("No sequencer is there at the moment.");
        } else {
            fly(owner, batch);
        }
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
        List<Waiting> all = new ArrayList<>(batch);
        synchronized (this) {
            avoided.put(owner, clock.getAsLong() + AVOID_MS);
            Flight flight = flights.remove(owner);
            all.addAll(flight.queue);
        }
        for (Waiting one : all) {
            one.tries++;
            if (!one.reply.future().isComplete()) {
                enqueue(one);
            }
        }
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

    /** The live sequencer whose digest together with the topic is the highest; null when there is none. */
    private String owner(GroupSend send) {
        long now = clock.getAsLong();
        avoided.values().removeIf(until -> until <= now);
        String topic = send.message().tenant()
                + '|'
                + GroupId.ofMessages(send.message().conversationId()).orElseThrow();
        Set<String> live = sequencers.get();
        return live.stream()
                .filter(node -> !avoided.containsKey(node))
                .max((a, b) -> Long.compareUnsigned(weight(a, topic), weight(b, topic)))
                .orElseGet(() -> live.stream().findFirst().orElse(null));
    }

    private static long weight(String node, String topic) {
        String text = node + '\n' + topic;
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        hash ^= hash >>> 32;
        hash *= 0xd6e8feb86659fd93L;
        return hash ^ (hash >>> 32);
    }

    private static boolean isNobodyThere(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.NO_HANDLERS;
    }
}

package dev.curlew.api.send;

import dev.curlew.domain.Message;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.NodeCommand.Settled;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The sends of this node that wait for their place, by attempt. A send is answered once: by its outcome, as {@code queued}
 * when it is durable and the outcome takes too long, or with 50300 when not even that is known in time. What was answered
 * {@code queued} is remembered for some minutes, so that its outcome still reaches the session. Safe for several threads.
 */
public final class PendingSends {

    private static final long REMEMBER_MS = 300_000;

    private final long ackTimeoutMs;
    private final long produceTimeoutMs;
    private final int maxPending;
    private final LongSupplier clock;
    private final Map<String, PendingSend> byAttempt = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Timer latency;
    private volatile LateOutcomes late = LateOutcomes.NOBODY;

    public PendingSends(
            long ackTimeoutMs, long produceTimeoutMs, int maxPending, LongSupplier clock, MeterRegistry meters) {
        this.ackTimeoutMs = ackTimeoutMs;
        this.produceTimeoutMs = produceTimeoutMs;
        this.maxPending = maxPending;
        this.clock = clock;
        this.latency = Timer.builder("curlew.send.latency")
                .description("From a checked send to its outcome")
                .publishPercentileHistogram()
                .maximumExpectedValue(Duration.ofSeconds(20))
                .register(meters);
        Gauge.builder("curlew.sends.pending", waiting, AtomicInteger::get)
                .description("Sends that have no place yet")
                .register(meters);
    }

    /** Who is told of outcomes that came after the answer. */
    public interface LateOutcomes {

        LateOutcomes NOBODY = new LateOutcomes() {
            @Override
            public void placed(String sessionId, Message message) {}

            @Override
            public void rejected(String sessionId, Message message, Settled outcome) {}
        };

        void placed(String sessionId, Message message);

        void rejected(String sessionId, Message message, Settled outcome);
    }

    /** What a delivery of a message meant for the send it belongs to. */
    public enum Delivered {
        /** Nothing waits for it: answered before, or another node's. */
        UNKNOWN,
        /** It answered the send: the reply had been lost. */
        ANSWERED,
        /** The send was answered {@code queued}: its session is to get the message too. */
        QUEUED
    }

    public void tell(LateOutcomes listener) {
        late = listener;
    }

    /** Begins to wait; fails at once with 50300 when too many wait already. */
    Future<SendReply> await(String attempt, String sessionId, Message message) {
        if (waiting.incrementAndGet() > maxPending) {
            waiting.decrementAndGet();
            return Future.failedFuture(ApiException.unavailable("Too many sends wait for their place."));
        }
        Promise<SendReply> promise = Promise.promise();
        byAttempt.put(attempt, new PendingSend(message, sessionId, clock.getAsLong(), promise));
        return promise.future();
    }

    /** The record is durable. */
    void produced(String attempt) {
        PendingSend send = byAttempt.get(attempt);
        if (send != null) {
            send.produced();
        }
    }

    /** Whether the record is durable is not known. */
    void notProduced(String attempt) {
        PendingSend send = byAttempt.remove(attempt);
        if (send != null && send.fail(ApiException.unavailable("It is not known whether the message was taken."))) {
            waiting.decrementAndGet();
        }
    }

    public void settle(List<Settled> outcomes) {
        outcomes.forEach(this::settle);
    }

    private void settle(Settled outcome) {
        PendingSend send = byAttempt.remove(outcome.attempt());
        if (send == null) {
            return;
        }
        Message message = send.message();
        boolean inTime = outcome.code() == 0
                ? send.complete(SendReply.placed(message, outcome.seq(), outcome.sendTime(), outcome.duplicate()))
                : send.fail(refusal(outcome));
        if (inTime) {
            waiting.decrementAndGet();
            latency.record(clock.getAsLong() - send.since(), TimeUnit.MILLISECONDS);
        } else if (send.sessionId() != null) {
            if (outcome.code() == 0) {
                late.placed(send.sessionId(), message.placed(outcome.seq(), outcome.sendTime()));
            } else {
                late.rejected(send.sessionId(), message, outcome);
            }
        }
    }

    /** A message with this attempt is being delivered to its sender's sockets. */
    public Delivered delivered(String attempt, long seq) {
        PendingSend send = attempt == null ? null : byAttempt.remove(attempt);
        if (send == null) {
            return Delivered.UNKNOWN;
        }
        if (send.complete(SendReply.placed(send.message(), seq, send.message().sendTime(), false))) {
            waiting.decrementAndGet();
            return Delivered.ANSWERED;
        }
        return Delivered.QUEUED;
    }

    /** Answers what has waited too long and forgets what was remembered long enough; to be called every 100 ms or so. */
    public void sweep() {
        long now = clock.getAsLong();
        byAttempt.forEach((attempt, send) -> {
            long age = now - send.since();
            if (age >= REMEMBER_MS) {
                byAttempt.remove(attempt);
            } else if (age >= produceTimeoutMs && !send.isProduced()) {
                notProduced(attempt);
            } else if (age >= ackTimeoutMs && send.isProduced() && send.complete(SendReply.queued(send.message()))) {
                waiting.decrementAndGet();
            }
        });
    }

    /** Sends that have no answer yet. */
    public int waiting() {
        return waiting.get();
    }

    static ApiException refusal(Settled outcome) {
        return ErrorCode.of(outcome.code())
                .map(code -> new ApiException(code, outcome.message()))
                .orElseGet(() -> new ApiException(ErrorCode.INTERNAL, "The message was refused."));
    }

    /** One send; its promise is completed once. */
    private static final class PendingSend {

        private final Message message;
        private final String sessionId;
        private final long since;
        private final Promise<SendReply> promise;
        private volatile boolean produced;

        PendingSend(Message message, String sessionId, long since, Promise<SendReply> promise) {
            this.message = message;
            this.sessionId = sessionId;
            this.since = since;
            this.promise = promise;
        }

        Message message() {
            return message;
        }

        String sessionId() {
            return sessionId;
        }

        long since() {
            return since;
        }

        void produced() {
            produced = true;
        }

        boolean isProduced() {
            return produced;
        }

        boolean complete(SendReply reply) {
            return promise.tryComplete(reply);
        }

        boolean fail(ApiException failure) {
            return promise.tryFail(failure);
        }
    }
}

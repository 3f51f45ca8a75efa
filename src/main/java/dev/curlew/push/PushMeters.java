package dev.curlew.push;

import dev.curlew.push.PushProvider.Tally;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** What becomes of reminders, counted per message and user. */
final class PushMeters {

    private final Counter triggered;
    private final Counter succeeded;
    private final Counter failed;
    private final Counter noTarget;
    private final Counter suppressed;
    private final Counter outdated;
    private final AtomicInteger inFlight = new AtomicInteger();

    PushMeters(MeterRegistry metrics) {
        triggered = counter(metrics, "curlew.push.triggered", "Reminders handed to the provider");
        succeeded = counter(metrics, "curlew.push.succeeded", "Reminders the provider took");
        failed = counter(metrics, "curlew.push.failed", "Reminders that could not be sent");
        noTarget = counter(metrics, "curlew.push.no_target", "Reminders for users the provider knows no device of");
        suppressed = counter(metrics, "curlew.push.suppressed", "Reminders the recipient does not want");
        outdated = counter(metrics, "curlew.push.outdated", "Messages of groups that it was too late to remind of");
        Gauge.builder("curlew.push.in.flight", inFlight, AtomicInteger::get)
                .description("Reminders triggered of which it is not known yet what became of them")
                .register(metrics);
    }

    private static Counter counter(MeterRegistry metrics, String name, String description) {
        return Counter.builder(name).description(description).register(metrics);
    }

    void triggered(int count) {
        triggered.increment(count);
        inFlight.addAndGet(count);
    }

    void suppressed(int count) {
        suppressed.increment(count);
    }

    void outdated(int count) {
        outdated.increment(count);
    }

    void ended(Tally tally) {
        inFlight.addAndGet(-tally.succeeded() - tally.failed() - tally.noTarget());
        succeeded.increment(tally.succeeded());
        failed.increment(tally.failed());
        noTarget.increment(tally.noTarget());
    }
}

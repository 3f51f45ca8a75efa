package dev.curlew.gateway.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.gateway.delivery.LoopEvent.Shared;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one event loop has to deliver is bounded, and whoever handed it in knows what became of it. */
class LoopInboxTest {

    /** For nobody: what counts here is that it waits. */
    private static final LoopEvent EVENT = new Shared(null, null, null, -1, List.of());

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger dropped = new AtomicInteger();

    @AfterEach
    void close() {
        vertx.close().await();
    }

    @Test
    void whatALoopHasNoRoomForIsRefusedUntilItHas() throws Exception {
        Context loop = vertx.getOrCreateContext();
        LoopInbox inbox = new LoopInbox(loop, null, null, dropped::addAndGet);
        CountDownLatch busy = new CountDownLatch(1);
        loop.runOnContext(here -> {
            try {
                busy.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Future<Void> much = inbox.add(Collections.nCopies(50_000, EVENT));
        Future<Void> more = inbox.add(List.of(EVENT, EVENT));
        assertThat(more.failed()).isTrue();
        assertThat(dropped).hasValue(2);
        assertThat(much.isComplete()).isFalse();
        busy.countDown();
        much.await(10, TimeUnit.SECONDS);
        inbox.add(List.of(EVENT)).await(10, TimeUnit.SECONDS);
        assertThat(dropped).hasValue(2);
    }
}

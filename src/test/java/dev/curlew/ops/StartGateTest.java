package dev.curlew.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.curlew.LogEar;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StartGateTest {

    private final Vertx vertx = Vertx.vertx();
    private final StartGate gate = new StartGate(vertx, 0);
    private final LogEar log = new LogEar(StartGate.class);

    @AfterEach
    void close() {
        log.close();
        vertx.close().await();
    }

    @Test
    void waitsUntilItComesAndSaysSoOnce() {
        AtomicInteger tries = new AtomicInteger();
        String came = gate.await(
                        "mongo",
                        "mongodb://me:tell-nobody@db:27017",
                        () -> tries.incrementAndGet() < 4
                                ? Future.failedFuture("connection refused")
                                : Future.succeededFuture("here"))
                .await();
        assertThat(came).isEqualTo("here");
        assertThat(log.lines()).first().isEqualTo("waiting for mongo at mongodb://***@db:27017: connection refused");
        assertThat(log.lines().stream().filter(line -> line.startsWith("waiting")))
                .as("three failures, one line")
                .hasSize(1);
    }

    @Test
    void aMomentIsNotWorthAWord() {
        AtomicInteger tries = new AtomicInteger();
        new StartGate(vertx, 60_000)
                .await(
                        "redis",
                        "r:1",
                        () -> tries.incrementAndGet() < 3
                                ? Future.failedFuture("connection refused")
                                : Future.succeededFuture("here"))
                .await();
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void aRefusalEndsTheWaiting() {
        AtomicInteger tries = new AtomicInteger();
        assertThatThrownBy(() -> gate.await("kafka", "k:1", () -> {
                            tries.incrementAndGet();
                            return Future.failedFuture(new StartRefused("replication is 1"));
                        })
                        .await())
                .hasMessage("replication is 1");
        assertThat(tries).hasValue(1);
    }

    @Test
    void closingEndsTheWaiting() {
        Future<Object> waiting = gate.await("redis", "r:1", () -> {
            throw new IllegalStateException("connection refused");
        });
        gate.close();
        await().until(waiting::failed);
        assertThat(waiting.cause()).isInstanceOf(StartRefused.class).hasMessage("stopped while waiting for redis");
    }
}

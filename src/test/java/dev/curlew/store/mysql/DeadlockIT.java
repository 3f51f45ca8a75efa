package dev.curlew.store.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.TestConfig;
import dev.curlew.dev.TestStores;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions that stand in each other's way in a circle: MySQL ends one of them, which then has to come again by itself. */
class DeadlockIT {

    private final Vertx vertx = Vertx.vertx();
    private MysqlPool pool;

    @BeforeEach
    void open() {
        pool = new MysqlPool(
                vertx, TestConfig.on(TestStores.shared(), "deadlockit").mysql());
        await(pool.query("CREATE DATABASE IF NOT EXISTS deadlockit"));
        await(pool.query("DROP TABLE IF EXISTS deadlockit.pairs"));
        await(pool.query("CREATE TABLE deadlockit.pairs (id INT PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB"));
        await(pool.query("INSERT INTO deadlockit.pairs VALUES (1, 0), (2, 0)"));
    }

    @AfterEach
    void close() {
        await(pool.query("DROP DATABASE deadlockit"));
        await(vertx.close());
    }

    @Test
    void theVictimComesAgain() {
        AtomicInteger runs = new AtomicInteger();
        List<Future<Void>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int first = 1 + i % 2;
            all.add(pool.transaction(connection -> {
                runs.incrementAndGet();
                return connection
                        .preparedQuery("UPDATE deadlockit.pairs SET n = n + 1 WHERE id = ?")
                        .execute(Tuple.of(first))
                        .compose(done -> pause())
                        .compose(paused -> connection
                                .preparedQuery("UPDATE deadlockit.pairs SET n = n + 1 WHERE id = ?")
                                .execute(Tuple.of(3 - first)))
                        .mapEmpty();
            }));
        }
        await(Future.join(all));
        assertThat(runs.get()).as("there was a circle").isGreaterThan(8);
        assertThat(await(pool.query("SELECT MIN(n), MAX(n) FROM deadlockit.pairs"))
                        .iterator()
                        .next()
                        .getInteger(0))
                .isEqualTo(8);
        assertThat(pool.up()).isTrue();
    }

    private Future<Void> pause() {
        Promise<Void> later = Promise.promise();
        vertx.setTimer(50, timer -> later.complete());
        return later.future();
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }
}

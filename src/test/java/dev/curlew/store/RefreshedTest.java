package dev.curlew.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.Configuration.Dictionary;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Copies that are read by the clock, with a clock of the test's own. */
class RefreshedTest {

    private static final long MINUTE = 60_000;

    private final AtomicLong now = new AtomicLong(1_000);
    private final List<Promise<String>> reads = new ArrayList<>();
    private final Refreshed<String> copy = new Refreshed<>("test", MINUTE, now::get, () -> {
        Promise<String> read = Promise.promise();
        reads.add(read);
        return read.future();
    });

    @Test
    @Requirement({"A-031", "A-240"})
    void aMinuteLaterEachFamilyIsReadOnce() {
        List<AtomicInteger> counts =
                List.of(new AtomicInteger(), new AtomicInteger(), new AtomicInteger(), new AtomicInteger());
        CachedConfiguration configuration = new CachedConfiguration(
                new CachedConfiguration.Sources(
                        counted(counts.get(0)),
                        RefreshedTest.<Dictionary>counted(counts.get(1)),
                        counted(counts.get(2)),
                        counted(counts.get(3))),
                MINUTE,
                now::get);
        tick(configuration);
        assertThat(counts).allMatch(count -> count.get() == 1);
        now.addAndGet(MINUTE - 1);
        tick(configuration);
        assertThat(counts).allMatch(count -> count.get() == 1);
        now.addAndGet(1);
        tick(configuration);
        tick(configuration);
        configuration.parameters();
        now.addAndGet(MINUTE / 2);
        tick(configuration);
        assertThat(counts).allMatch(count -> count.get() == 2);
    }

    @Test
    void manyCallersShareTheFirstRead() {
        Future<String> one = copy.current();
        Future<String> other = copy.current();
        assertThat(reads).hasSize(1);
        reads.get(0).complete("a");
        assertThat(one.result()).isEqualTo("a");
        assertThat(other.result()).isEqualTo("a");
        assertThat(copy.current().result()).isEqualTo("a");
        assertThat(reads).hasSize(1);
    }

    @Test
    void theLastOneStaysWhileItCannotBeReadAndIsAskedForSoonAgain() {
        copy.tick();
        reads.get(0).complete("a");
        now.addAndGet(MINUTE);
        copy.tick();
        assertThat(copy.current().result())
                .as("nobody waits for a read by the clock")
                .isEqualTo("a");
        reads.get(1).fail("away");
        assertThat(copy.current().result()).isEqualTo("a");
        assertThat(copy.failures()).isEqualTo(1);
        now.addAndGet(2_000);
        copy.tick();
        reads.get(2).complete("b");
        assertThat(copy.current().result()).isEqualTo("b");
    }

    @Test
    void whatWasNeverReadIsUnavailable() {
        Future<String> asked = copy.current();
        reads.get(0).fail("away");
        assertThat(asked.cause())
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        copy.current();
        assertThat(reads).as("the next caller tries again").hasSize(2);
    }

    @Test
    void aReadThatLeftBeforeAChangeIsNotBelieved() {
        copy.tick();
        reads.get(0).complete("a");
        now.addAndGet(MINUTE);
        copy.tick();
        copy.refresh();
        Future<String> asked = copy.current();
        reads.get(1).complete("a, still");
        assertThat(asked.isComplete()).isFalse();
        assertThat(reads).hasSize(3);
        reads.get(2).complete("b");
        assertThat(asked.result()).isEqualTo("b");
        assertThat(copy.current().result()).isEqualTo("b");
    }

    private static void tick(CachedConfiguration configuration) {
        configuration.families().forEach(Refreshed::tick);
    }

    private static <T> Supplier<Future<SortedMap<String, T>>> counted(AtomicInteger count) {
        return () -> {
            count.incrementAndGet();
            return Future.succeededFuture(new TreeMap<>());
        };
    }
}

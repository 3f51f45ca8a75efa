package dev.curlew.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Calls at the same time become one look-up. */
class CoalescerTest {

    private final List<List<Integer>> batches = new ArrayList<>();
    private final List<Promise<Map<Integer, String>>> answers = new ArrayList<>();

    private Coalescer<Integer, String> coalescer(int maxBatch, int maxWaiting) {
        return new Coalescer<>(
                keys -> {
                    batches.add(keys);
                    answers.add(Promise.promise());
                    return answers.get(answers.size() - 1).future();
                },
                maxBatch,
                maxWaiting);
    }

    private void answer(int batch) {
        Map<Integer, String> values = new HashMap<>();
        batches.get(batch).stream().filter(key -> key >= 0).forEach(key -> values.put(key, "v" + key));
        answers.get(batch).complete(values);
    }

    @Test
    void theNextBatchGathersWhileOneIsInFlight() {
        Coalescer<Integer, String> coalescer = coalescer(10, 100);
        Future<Optional<String>> first = coalescer.get(1);
        Future<Optional<String>> second = coalescer.get(1);
        Future<Optional<String>> third = coalescer.get(1);
        Future<Optional<String>> unknown = coalescer.get(-1);
        assertThat(batches).containsExactly(List.of(1));
        answer(0);
        assertThat(first.result()).contains("v1");
        assertThat(second.isComplete()).as("it came after the first left").isFalse();
        assertThat(batches).containsExactly(List.of(1), List.of(1, -1));
        answer(1);
        assertThat(second.result()).contains("v1");
        assertThat(third.result()).contains("v1");
        assertThat(unknown.result()).isEmpty();
    }

    @Test
    void aLongQueueLeavesInSeveralBatches() {
        Coalescer<Integer, String> coalescer = coalescer(2, 100);
        for (int key = 0; key < 6; key++) {
            coalescer.get(key);
        }
        for (int batch = 0; batch < 4; batch++) {
            answer(batch);
        }
        assertThat(batches).containsExactly(List.of(0), List.of(1, 2), List.of(3, 4), List.of(5));
    }

    @Test
    void aFailureIsTheAnswerOfItsBatchOnly() {
        Coalescer<Integer, String> coalescer = coalescer(10, 100);
        Future<Optional<String>> failed = coalescer.get(1);
        Future<Optional<String>> next = coalescer.get(2);
        answers.get(0).fail("away");
        answer(1);
        assertThat(failed.failed()).isTrue();
        assertThat(next.result()).contains("v2");
    }

    @Test
    void tooManyCallsAreRefused() {
        Coalescer<Integer, String> coalescer = coalescer(10, 2);
        coalescer.get(1);
        coalescer.get(2);
        assertThat(coalescer.get(3).cause()).isInstanceOf(ApiException.class);
        answer(0);
        assertThat(coalescer.get(3).failed()).isFalse();
    }
}

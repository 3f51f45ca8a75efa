package dev.curlew.push;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** Works through a list with a bounded number of tasks at once. */
final class Lanes {

    private Lanes() {}

    /** The results in the order of the work; fails when a task failed, after its lane's earlier ones ended. */
    static <T, R> Future<List<R>> run(List<T> work, int atOnce, Function<T, Future<R>> task) {
        AtomicInteger next = new AtomicInteger();
        AtomicReferenceArray<R> results = new AtomicReferenceArray<>(work.size());
        List<Future<Void>> lanes = new ArrayList<>();
        for (int i = 0; i < Math.min(atOnce, work.size()); i++) {
            lanes.add(lane(work, next, results, task));
        }
        return Future.join(lanes).map(done -> {
            List<R> all = new ArrayList<>(work.size());
            for (int i = 0; i < work.size(); i++) {
                all.add(results.get(i));
            }
            return all;
        });
    }

    /** Tasks that are done at once are gone through in a loop, so that many of them do not deepen the stack. */
    private static <T, R> Future<Void> lane(
            List<T> work, AtomicInteger next, AtomicReferenceArray<R> results, Function<T, Future<R>> task) {
        while (true) {
            int index = next.getAndIncrement();
            if (index >= work.size()) {
                return Future.succeededFuture();
            }
            Future<R> running = task.apply(work.get(index));
            if (!running.succeeded()) {
                return running.compose(result -> {
                    results.set(index, result);
                    return lane(work, next, results, task);
                });
            }
            results.set(index, running.result());
        }
    }
}

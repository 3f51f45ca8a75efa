package dev.curlew.store.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Changes of one group in turn, of different groups at the same time. */
class TurnsTest {

    private static final GroupId ONE = new GroupId(1);
    private static final GroupId OTHER = new GroupId(2);

    private final Turns turns = new Turns();
    private final List<String> begun = new ArrayList<>();

    @Test
    void eachWaitsForTheOneBeforeWhateverComesOfIt() {
        Promise<String> first = Promise.promise();
        Future<String> a = turns.take("t", ONE, () -> begin("a", first.future()));
        Future<String> b = turns.take("t", ONE, () -> {
            begun.add("b");
            throw new IllegalStateException("before it had a future");
        });
        Future<String> c = turns.take("t", ONE, () -> begin("c", Future.succeededFuture("c")));
        turns.take("t", OTHER, () -> begin("other", Future.succeededFuture("")));
        turns.take("u", ONE, () -> begin("elsewhere", Future.succeededFuture("")));
        assertThat(begun).containsExactly("a", "other", "elsewhere");
        first.fail("lost");
        assertThat(begun).containsExactly("a", "other", "elsewhere", "b", "c");
        assertThat(a.failed()).isTrue();
        assertThat(b.failed()).isTrue();
        assertThat(c.result()).isEqualTo("c");
        assertThat(turns.take("t", ONE, () -> begin("d", Future.succeededFuture("d")))
                        .result())
                .as("nobody is left behind")
                .isEqualTo("d");
    }

    @Test
    void moreThanCanWaitAreRefused() {
        Promise<String> first = Promise.promise();
        turns.take("t", ONE, first::future);
        for (int i = 0; i < 500; i++) {
            assertThat(turns.take("t", ONE, () -> Future.succeededFuture("")).isComplete())
                    .isFalse();
        }
        Future<String> oneMore = turns.take("t", ONE, () -> Future.succeededFuture(""));
        assertThat(oneMore.cause()).isInstanceOf(ApiException.class);
        first.complete("done");
        assertThat(turns.take("t", ONE, () -> Future.succeededFuture("again")).result())
                .isEqualTo("again");
    }

    private Future<String> begin(String name, Future<String> work) {
        begun.add(name);
        return work;
    }
}

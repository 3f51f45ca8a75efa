package dev.curlew.gateway.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.store.Standings.Standing;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private final SlowSocket socket = new SlowSocket();
    private final Deque<Runnable> turns = new ArrayDeque<>();
    private final Outbox outbox = new Outbox(socket, turns::add, 1_000, count -> {});

    private void turn() {
        while (!turns.isEmpty()) {
            turns.poll().run();
        }
    }

    private static Frame frame(int size) {
        return Frame.of("x".repeat(size).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatOneTurnProducesLeavesInOneWrite() {
        outbox.message("si_1_2", 1, frame(10));
        outbox.message("si_1_2", 2, frame(10));
        outbox.reply(frame(10));
        turn();
        assertThat(socket.writes).hasSize(1);
        assertThat(socket.writes.get(0)).hasSize(3);
    }

    @Test
    void pastTheBoundBodiesAreDroppedAndOneHintRemains() {
        for (int seq = 1; seq <= 10; seq++) {
            boolean taken = outbox.message("si_1_2", seq, frame(300));
            assertThat(taken).isEqualTo(seq <= 3);
        }
        turn();
        assertThat(socket.paused).isTrue();
        assertThat(outbox.bytes()).isEqualTo(900);
        socket.drained();
        turn();
        assertThat(socket.paused).isFalse();
        assertThat(socket.texts()).hasSize(4);
        assertThat(socket.texts().get(3))
                .isEqualTo("{\"event\":\"sync\",\"data\":{\"conversations\":"
                        + "[{\"conversation_id\":\"si_1_2\",\"max_seq\":10,\"version\":0}]}}");
        assertThat(outbox.message("si_1_2", 11, frame(300))).isTrue();
    }

    @Test
    void repliesAreNeverDropped() {
        for (int i = 0; i < 10; i++) {
            outbox.reply(frame(300));
        }
        turn();
        assertThat(socket.texts()).hasSize(10);
        assertThat(socket.paused).isTrue();
    }

    @Test
    void aMessageLargerThanTheBoundStillGoesToAnIdleSocket() {
        assertThat(outbox.message("si_1_2", 1, frame(5_000))).isTrue();
        turn();
        socket.drained();
        assertThat(outbox.isBehind()).isFalse();
    }

    @Test
    void aPeerThatStaysBehindIsOverdue() {
        outbox.reply(frame(2_000));
        turn();
        assertThat(outbox.overdue(100, 1_000)).isFalse();
        assertThat(outbox.overdue(1_099, 1_000)).isFalse();
        assertThat(outbox.overdue(1_100, 1_000)).isTrue();
        socket.drained();
        assertThat(outbox.overdue(9_000, 1_000)).isFalse();
    }

    @Test
    void aPeerThatOnlyAsksIsOverdueAtOnce() {
        outbox.reply(frame(5_000));
        turn();
        assertThat(outbox.overdue(1, 60_000)).isTrue();
    }

    @Test
    void severalEventsShareAFrameWhenAskedFor() {
        outbox.batch(true);
        outbox.event(frame(1));
        outbox.event(frame(2));
        outbox.reply(frame(3));
        outbox.event(frame(4));
        turn();
        assertThat(socket.texts()).containsExactly("x\nxx", "xxx", "xxxx");
    }

    @Test
    void hintsOfAReaderThatKeepsUpGoAtOnce() {
        outbox.sync(Map.of("si_1_2", new Standing(7, 0)));
        turn();
        assertThat(socket.texts()).hasSize(1).first().asString().contains("\"max_seq\":7");
    }

    /** Takes everything and acknowledges nothing until told. */
    private static final class SlowSocket implements ClientSocket {

        private final List<List<Frame>> writes = new ArrayList<>();
        private final List<Promise<Void>> open = new ArrayList<>();
        private boolean paused;

        @Override
        public Future<Void> write(List<Frame> frames) {
            writes.add(frames);
            Promise<Void> promise = Promise.promise();
            open.add(promise);
            return promise.future();
        }

        void drained() {
            List<Promise<Void>> done = List.copyOf(open);
            open.clear();
            done.forEach(Promise::complete);
        }

        List<String> texts() {
            return writes.stream().flatMap(List::stream).map(Frame::text).toList();
        }

        @Override
        public void close(int code, String reason) {}

        @Override
        public void abort() {}

        @Override
        public void pause() {
            paused = true;
        }

        @Override
        public void resume() {
            paused = false;
        }

        @Override
        public String userAgent() {
            return "";
        }

        @Override
        public String transport() {
            return "test";
        }
    }
}

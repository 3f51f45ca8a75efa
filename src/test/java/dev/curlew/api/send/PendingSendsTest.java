package dev.curlew.api.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.domain.Message;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.NodeCommand.Settled;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingSendsTest {

    private final List<String> late = new ArrayList<>();
    private long now = 1_000_000;
    private final PendingSends pending = new PendingSends(3_000, 8_000, 2, () -> now, new SimpleMeterRegistry());

    PendingSendsTest() {
        pending.tell(new PendingSends.LateOutcomes() {
            @Override
            public void placed(String sessionId, Message message) {
                late.add(sessionId + " placed " + message.seq());
            }

            @Override
            public void rejected(String sessionId, Message message, Settled outcome) {
                late.add(sessionId + " rejected " + outcome.code());
            }
        });
    }

    private static Settled placed(String attempt, long seq) {
        return new Settled(attempt, 0, null, "id", seq, 77, false);
    }

    private static Settled mismatch(String attempt) {
        return new Settled(attempt, ErrorCode.DUPLICATE_MISMATCH.code(), "another content", null, 0, 0, false);
    }

    private Future<SendReply> begin(String attempt) {
        return pending.await(attempt, "s1", SendSamples.message("c-" + attempt));
    }

    @Test
    void anOutcomeAnswersTheSend() {
        Future<SendReply> reply = begin("a");
        pending.settle(List.of(placed("a", 5)));
        assertThat(reply.result().seq()).isEqualTo(5);
        assertThat(reply.result().sendTime()).isEqualTo(77);
        assertThat(pending.waiting()).isZero();
    }

    @Test
    void aRefusalIsTheAnswer() {
        Future<SendReply> reply = begin("a");
        pending.settle(List.of(mismatch("a")));
        assertThat(((ApiException) reply.cause()).code()).isEqualTo(ErrorCode.DUPLICATE_MISMATCH);
    }

    @Test
    void aDurableSendWhosePlaceTakesLongIsQueuedAndItsOutcomeFollows() {
        Future<SendReply> reply = begin("a");
        pending.produced("a");
        now += 2_999;
        pending.sweep();
        assertThat(reply.isComplete()).isFalse();
        now += 1;
        pending.sweep();
        assertThat(reply.result().queued()).isTrue();
        assertThat(reply.result().seq()).isZero();
        assertThat(pending.waiting()).isZero();
        pending.settle(List.of(placed("a", 9)));
        assertThat(late).containsExactly("s1 placed 9");
        pending.settle(List.of(placed("a", 9)));
        assertThat(late).hasSize(1);
    }

    @Test
    void aQueuedSendThatIsRefusedIsTold() {
        begin("a");
        pending.produced("a");
        now += 3_000;
        pending.sweep();
        pending.settle(List.of(mismatch("a")));
        assertThat(late).containsExactly("s1 rejected 40902");
    }

    @Test
    void aSendNotKnownToBeDurableIsAnsweredUnavailable() {
        Future<SendReply> reply = begin("a");
        now += 7_999;
        pending.sweep();
        assertThat(reply.isComplete()).isFalse();
        now += 1;
        pending.sweep();
        assertThat(((ApiException) reply.cause()).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    }

    @Test
    void aDeliveryAnswersWhenTheReplyWasLost() {
        Future<SendReply> reply = begin("a");
        assertThat(pending.delivered("a", 4)).isEqualTo(PendingSends.Delivered.ANSWERED);
        assertThat(reply.result().seq()).isEqualTo(4);
        assertThat(pending.delivered("a", 4)).isEqualTo(PendingSends.Delivered.UNKNOWN);
        assertThat(pending.delivered(null, 4)).isEqualTo(PendingSends.Delivered.UNKNOWN);
    }

    @Test
    void aDeliveryOfAQueuedSendIsForItsSessionToo() {
        begin("a");
        pending.produced("a");
        now += 3_000;
        pending.sweep();
        assertThat(pending.delivered("a", 4)).isEqualTo(PendingSends.Delivered.QUEUED);
    }

    @Test
    void tooManyWaitingSendsAreTurnedAway() {
        begin("a");
        begin("b");
        assertThat(((ApiException) begin("c").cause()).code()).isEqualTo(ErrorCode.UNAVAILABLE);
        pending.settle(List.of(placed("a", 1)));
        assertThat(begin("d").isComplete()).isFalse();
    }
}

package dev.curlew.api.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.domain.ConversationId;
import dev.curlew.domain.Message;
import dev.curlew.domain.Review;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.BusCodec;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.GroupSends;
import dev.curlew.protocol.GroupSends.GroupSend;
import dev.curlew.protocol.GroupSends.Outcomes;
import dev.curlew.protocol.NodeCommand.Settled;
import dev.curlew.protocol.Origin;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How sends to groups leave a node: gathered, in order, to whoever is there. */
class GroupOutboxTest {

    private final Vertx vertx = Vertx.vertx();
    private final BlockingQueue<io.vertx.core.eventbus.Message<GroupSends>> requests = new LinkedBlockingQueue<>();
    private final AtomicLong now = new AtomicLong(1_000_000);
    private GroupOutbox outbox;

    @BeforeEach
    void start() {
        BusCodec.registerAll(vertx.eventBus());
        MessageConsumer<GroupSends> consumer = vertx.eventBus().consumer(BusAddresses.commands("there"));
        consumer.handler(requests::add);
        outbox = new GroupOutbox(vertx.eventBus(), () -> Set.of("there", "gone"), 3_000, 10, now::get);
    }

    @AfterEach
    void stop() {
        vertx.close().timeout(10, TimeUnit.SECONDS).await();
    }

    @Test
    void theNextRequestGathersWhileOneIsInFlight() throws InterruptedException {
        Future<SendReply> first = outbox.send(send("a", "x"));
        io.vertx.core.eventbus.Message<GroupSends> flying = next();
        List<Future<SendReply>> others =
                List.of(outbox.send(send("b", "x")), outbox.send(send("c", "y")), outbox.send(send("d", "x")));
        assertThat(ids(flying)).containsExactly("a");
        assertThat(requests).isEmpty();
        answer(flying, 0);
        flying = next();
        assertThat(ids(flying)).containsExactly("b", "c", "d");
        answer(flying, 0, 0, 0);
        others.forEach(one -> assertThat(reply(one).seq()).isPositive());
        assertThat(reply(first).clientMsgId()).isEqualTo("a");
        Awaitility.await().until(() -> outbox.waiting() == 0);
    }

    @Test
    void whatFollowsAFailureInItsLaneHasToComeAgain() throws InterruptedException {
        Future<SendReply> failed = outbox.send(send("a", "x"));
        io.vertx.core.eventbus.Message<GroupSends> flying = next();
        Future<SendReply> behind = outbox.send(send("b", "x"));
        Future<SendReply> beside = outbox.send(send("c", "y"));
        answer(flying, ErrorCode.SEQ_UNAVAILABLE.code());
        flying = next();
        assertThat(ids(flying)).containsExactly("c");
        answer(flying, 0);
        assertThat(code(failed)).isEqualTo(ErrorCode.SEQ_UNAVAILABLE);
        assertThat(code(behind)).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(reply(beside).seq()).isPositive();
    }

    @Test
    void aRefusalHoldsNothingBack() throws InterruptedException {
        Future<SendReply> refused = outbox.send(send("a", "x"));
        io.vertx.core.eventbus.Message<GroupSends> flying = next();
        outbox.send(send("b", "x"));
        answer(flying, ErrorCode.NOT_MEMBER.code());
        assertThat(ids(next())).containsExactly("b");
        assertThat(code(refused)).isEqualTo(ErrorCode.NOT_MEMBER);
    }

    @Test
    void whatTakesTooLongIsNotKnownAndNothingIsSentPastIt() throws InterruptedException {
        Future<SendReply> slow = outbox.send(send("a", "x"));
        next();
        now.addAndGet(1_000);
        Future<SendReply> behind = outbox.send(send("b", "x"));
        now.addAndGet(2_100);
        outbox.sweep();
        assertThat(code(slow)).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(code(behind)).isEqualTo(ErrorCode.UNAVAILABLE);
        Awaitility.await().until(() -> outbox.waiting() == 0);
    }

    @Test
    void tooManyAreTurnedAway() {
        for (int i = 0; i < 10; i++) {
            outbox.send(send("m" + i, "x"));
        }
        assertThat(code(outbox.send(send("more", "x")))).isEqualTo(ErrorCode.UNAVAILABLE);
    }

    @Test
    void nobodyThereIsNobody() {
        GroupOutbox alone = new GroupOutbox(vertx.eventBus(), Set::of, 3_000, 10, now::get);
        assertThat(code(alone.send(send("a", "x")))).isEqualTo(ErrorCode.UNAVAILABLE);
        GroupOutbox deaf = new GroupOutbox(vertx.eventBus(), () -> Set.of("gone"), 3_000, 10, now::get);
        assertThat(code(deaf.send(send("a", "x")))).isEqualTo(ErrorCode.UNAVAILABLE);
    }

    /** Whichever of the two the groups belong to, only one of them answers. */
    @Test
    void aNodeThatDoesNotAnswerIsPassedBy() throws InterruptedException {
        for (long group = 1; group <= 8; group++) {
            Future<SendReply> one = outbox.send(send(group, "g" + group, "x"));
            answer(next(), 0);
            assertThat(reply(one).conversationId()).isEqualTo("sg_" + group);
            now.addAndGet(1_001);
        }
    }

    private io.vertx.core.eventbus.Message<GroupSends> next() throws InterruptedException {
        var request = requests.poll(10, TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        return request;
    }

    private static List<String> ids(io.vertx.core.eventbus.Message<GroupSends> request) {
        return request.body().sends().stream()
                .map(send -> send.message().clientMsgId())
                .toList();
    }

    private static void answer(io.vertx.core.eventbus.Message<GroupSends> request, int... codes) {
        request.reply(new Outcomes(IntStream.range(0, codes.length)
                .mapToObj(i -> new Settled("", codes[i], "words", "id", i + 1, 5, false))
                .toList()));
    }

    private static SendReply reply(Future<SendReply> future) {
        return future.timeout(10, TimeUnit.SECONDS).await();
    }

    private static ErrorCode code(Future<SendReply> future) {
        Awaitility.await().until(future::isComplete);
        return ((ApiException) future.cause()).code();
    }

    private static GroupSend send(String id, String lane) {
        return send(5, id, lane);
    }

    private static GroupSend send(long group, String id, String lane) {
        Message message = new Message(
                "demo",
                "sg_" + group,
                ConversationId.GROUP,
                0,
                id,
                "s" + id,
                7,
                0,
                "",
                "",
                5,
                100,
                101,
                "{}",
                "hash",
                1,
                1,
                Map.of(),
                List.of(),
                false,
                null,
                null,
                null,
                null,
                null);
        return new GroupSend(message, Review.PASS, new Origin("n", "session", id), lane);
    }
}

package dev.curlew.api.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.relation.OpenContacts;
import dev.curlew.domain.MessageIds;
import dev.curlew.ops.TenantTraffic;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.NodeCommand.Settled;
import dev.curlew.protocol.SendRecord;
import dev.curlew.store.Claims.Claim;
import dev.curlew.store.UserDirectory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SendLaneTest {

    private static final Caller ALICE = new Caller("demo", 1, 5, "t", "s1");

    private final Map<Long, Future<Optional<UserDirectory.UserProfile>>> users = new HashMap<>();
    private final Map<String, Claim> claims = new HashMap<>();
    private final List<SendRecord> produced = new ArrayList<>();
    private Future<Void> produce = Future.succeededFuture();
    private final PendingSends pending =
            new PendingSends(3_000, 8_000, 100, System::currentTimeMillis, new SimpleMeterRegistry());
    private long now = 1_000_000;
    private final SendLane lane = new SendLane(
            new SendDesk(
                    "n1",
                    60_000,
                    new SendPlanner(
                            new Users(),
                            (tenant, id) -> Future.succeededFuture(Optional.ofNullable(claims.get(id))),
                            new OpenContacts(),
                            null,
                            SendPath.LOG),
                    pending,
                    record -> {
                        produced.add(record);
                        return produce;
                    },
                    null,
                    null,
                    new TenantTraffic(new SimpleMeterRegistry())),
            Source.USER,
            () -> now);

    SendLaneTest() {
        users.put(1L, profile(1, false));
        users.put(2L, profile(2, false));
        users.put(3L, profile(3, false));
    }

    private static Future<Optional<UserDirectory.UserProfile>> profile(long uid, boolean disabled) {
        return Future.succeededFuture(
                Optional.of(new UserDirectory.UserProfile(uid, "u" + uid, "N" + uid, "", "", "", disabled)));
    }

    private Future<SendReply> send(long to, String id) {
        return lane.submit(ALICE, SendSamples.text(to, id));
    }

    private List<String> producedIds() {
        return produced.stream().map(record -> record.message().clientMsgId()).toList();
    }

    private static ErrorCode code(Future<?> failed) {
        return ((ApiException) failed.cause()).code();
    }

    @Test
    void recordsAreProducedInTheOrderTheSendsCame() {
        Promise<Optional<UserDirectory.UserProfile>> slow = Promise.promise();
        users.put(3L, slow.future());
        send(3, "first");
        send(2, "second");
        send(2, "third");
        assertThat(produced).isEmpty();
        slow.complete(profile(3, false).result());
        assertThat(producedIds()).containsExactly("first", "second", "third");
    }

    @Test
    void noneWaitsForAnothersOutcome() {
        Promise<Void> stuck = Promise.promise();
        produce = stuck.future();
        send(2, "a");
        send(2, "b");
        assertThat(producedIds()).containsExactly("a", "b");
    }

    @Test
    void theSenderIsWhoTheTokenSays() {
        ObjectNode data = SendSamples.text(2, "a");
        data.put("send_uid", 3)
                .put("sender_nickname", "Carol")
                .put("sender_platform", 1)
                .put("msg_from", 200);
        lane.submit(ALICE, data);
        assertThat(produced.get(0).message().sendUid()).isEqualTo(1);
        assertThat(produced.get(0).message().senderNickname()).isEqualTo("N1");
        assertThat(produced.get(0).message().senderPlatform()).isEqualTo(5);
        assertThat(produced.get(0).message().msgFrom()).isEqualTo(100);
        assertThat(produced.get(0).message().conversationId()).isEqualTo("si_1_2");
    }

    @Test
    void afterARetryableErrorLaterSendsToThatConversationWaitForTheRepeat() {
        produce = Future.failedFuture("broker away");
        Future<SendReply> failed = send(2, "a");
        assertThat(code(failed)).isEqualTo(ErrorCode.UNAVAILABLE);
        produce = Future.succeededFuture();
        assertThat(code(send(2, "b"))).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(send(3, "other").isComplete())
                .as("another conversation goes on")
                .isFalse();
        send(2, "a");
        send(2, "b");
        assertThat(producedIds()).containsExactly("a", "other", "a", "b");
    }

    @Test
    void aFailedCheckKeepsTheOrderToo() {
        users.put(2L, Future.failedFuture("stores away"));
        assertThat(code(send(2, "a"))).isEqualTo(ErrorCode.UNAVAILABLE);
        users.put(2L, profile(2, false));
        assertThat(code(send(2, "b"))).isEqualTo(ErrorCode.UNAVAILABLE);
        send(2, "a");
        assertThat(producedIds()).containsExactly("a");
    }

    @Test
    void aSendTurnedAwayByTheRateLimitKeepsTheOrder() {
        lane.turnedAway(ALICE, SendSamples.text(2, "a"));
        assertThat(code(send(2, "b"))).isEqualTo(ErrorCode.UNAVAILABLE);
        send(2, "a");
        assertThat(producedIds()).containsExactly("a");
    }

    @Test
    void aSendThatNeverComesAgainBlocksItsConversationForAMomentOnly() {
        lane.turnedAway(ALICE, SendSamples.text(2, "limited"));
        now += SendLane.AFTER_RATE_LIMIT_MS - 1;
        assertThat(code(send(2, "a"))).isEqualTo(ErrorCode.UNAVAILABLE);
        now += 1;
        send(2, "a");
        assertThat(producedIds()).containsExactly("a");

        produce = Future.failedFuture("broker away");
        assertThat(code(send(2, "failed"))).isEqualTo(ErrorCode.UNAVAILABLE);
        produce = Future.succeededFuture();
        now += SendLane.AFTER_FAILURE_MS - 1;
        assertThat(code(send(2, "b"))).isEqualTo(ErrorCode.UNAVAILABLE);
        now += 1;
        send(2, "b");
        assertThat(producedIds()).containsExactly("a", "failed", "b");
    }

    @Test
    void trialsOfLaterSendsDoNotKeepABlockAlive() {
        lane.turnedAway(ALICE, SendSamples.text(2, "limited"));
        for (int i = 0; i < 4; i++) {
            now += SendLane.AFTER_RATE_LIMIT_MS / 4 - 1;
            assertThat(code(send(2, "later"))).isEqualTo(ErrorCode.UNAVAILABLE);
            lane.turnedAway(ALICE, SendSamples.text(2, "limited too"));
        }
        now += 4;
        send(2, "later");
        assertThat(producedIds()).containsExactly("later");
    }

    @Test
    void whenAMessageWasReadIsNotTheSendersToSay() {
        lane.submit(ALICE, SendSamples.text(2, "a").put("attached_info", "no object"));
        assertThat(produced.get(0).message().attachedInfo()).isNull();
        lane.submit(ALICE, SendSamples.text(2, "b").put("attached_info", "{\"mine\":1,\"HasReadTime\":7}"));
        assertThat(produced.get(1).message().attachedInfo()).isEqualTo("{\"mine\":1}");
    }

    @Test
    void aRefusalBlocksNothing() {
        assertThat(code(send(9, "nobody"))).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(code(send(1, "self"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        send(2, "a");
        pending.settle(
                List.of(new Settled(produced.get(0).origin().attempt(), 40902, "another content", null, 0, 0, false)));
        send(2, "b");
        assertThat(producedIds()).containsExactly("a", "b");
    }

    @Test
    void aStoredMessageIsAnsweredAlthoughItWouldBeRefusedNow() {
        send(2, "a");
        SendRecord record = produced.get(0);
        String id = MessageIds.serverMsgId("demo", "si_1_2", 1, "a");
        claims.put(id, new Claim("si_1_2", 1, "a", 5, id, record.message().sendHash(), 4_711, "x", false, true));
        users.put(2L, Future.succeededFuture(Optional.empty()));
        SendReply again = send(2, "a").result();
        assertThat(again.seq()).isEqualTo(5);
        assertThat(again.sendTime()).isEqualTo(4_711);
        assertThat(again.duplicate()).isTrue();
        ObjectNode changed = SendSamples.text(2, "a");
        changed.putObject("content").put("text", "something else");
        assertThat(code(lane.submit(ALICE, changed))).isEqualTo(ErrorCode.DUPLICATE_MISMATCH);
        assertThat(code(send(2, "new"))).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(produced).hasSize(1);
    }

    @Test
    void foreignConversationsAndTopicsLookAbsent() {
        ObjectNode foreign = SendSamples.text(2, "a").put("conversation_id", "si_2_3");
        foreign.remove("to_uid");
        assertThat(code(lane.submit(ALICE, foreign))).isEqualTo(ErrorCode.NOT_FOUND);
        users.put(2L, profile(2, true));
        assertThat(code(send(2, "disabled"))).isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    void accountsAreResolved() {
        ObjectNode data = SendSamples.text(2, "a").put("to_account", "u2");
        data.remove("to_uid");
        lane.submit(ALICE, data);
        assertThat(produced.get(0).message().toUid()).isEqualTo(2);
    }

    private final class Users implements UserDirectory {

        @Override
        public Future<Optional<UserProfile>> find(String tenant, long uid) {
            return users.getOrDefault(uid, Future.succeededFuture(Optional.empty()));
        }

        @Override
        public Future<Optional<UserProfile>> findByAccount(String tenant, String account) {
            return users.getOrDefault(Long.parseLong(account.substring(1)), Future.succeededFuture(Optional.empty()));
        }
    }
}

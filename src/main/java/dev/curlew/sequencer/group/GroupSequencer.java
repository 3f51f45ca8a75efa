package dev.curlew.sequencer.group;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.GroupSends;
import dev.curlew.protocol.GroupSends.GroupSend;
import dev.curlew.protocol.GroupSends.Outcomes;
import dev.curlew.protocol.NodeCommand.Settled;
import dev.curlew.store.ReminderQueue;
import dev.curlew.store.group.HotCopies;
import dev.curlew.store.kafka.KafkaWriter;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageWriter;
import dev.curlew.store.redis.GroupClaims;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of groups (rule 3). Of each tenant one batch is in flight while the next gathers, without a timer. Used on one context only;
 * what comes back from the stores comes back there.
 */
public final class GroupSequencer {

    private static final int MOST_WAITING = 20_000;
    private static final int MOST_OF_BATCH = 250;
    private static final int MOST_CHARS = 2_000_000;

    private final Context context;
    private final GroupBatch batch;
    private final Map<String, Line> lines = new HashMap<>();
    private int waiting;
    private Promise<Void> idle;

    public GroupSequencer(
            Context context,
            GroupClaims claims,
            GroupMessageStore messages,
            GroupMessageWriter writer,
            HotCopies hot,
            KafkaWriter kafka,
            ReminderQueue reminders) {
        this.context = context;
        TopicStates states = new TopicStates(writer, claims);
        this.batch = new GroupBatch(
                states,
                new ClaimRounds(claims, messages, states),
                new Storing(writer, messages, claims, states),
                writer,
                claims,
                new HotKeeper(hot),
                new GroupAnnouncer(kafka),
                new GroupReminding(reminders));
    }

    /** What waits for a tenant's next batch. */
    private static final class Line {
        private final Deque<Waiting> queue = new ArrayDeque<>();
        private boolean busy;
    }

    /** Never fails: each send has an outcome. */
    public Future<Outcomes> place(GroupSends sends) {
        List<Future<Settled>> outcomes = new ArrayList<>(sends.sends().size());
        for (GroupSend send : sends.sends()) {
            Waiting one = new Waiting(send, Promise.promise());
            outcomes.add(one.outcome().future());
            if (waiting >= MOST_WAITING || idle != null) {
                one.refuse(ApiException.unavailable("Too many sends wait for their place."));
            } else {
                waiting++;
                line(send).queue.add(one);
            }
        }
        List.copyOf(lines.keySet()).forEach(this::next);
        return Future.join(outcomes)
                .map(all -> new Outcomes(outcomes.stream().map(Future::result).toList()));
    }

    /** Takes no more; done when all it took is answered. */
    public Future<Void> stop() {
        idle = Promise.promise();
        if (waiting == 0) {
            idle.complete();
        }
        return idle.future();
    }

    private Line line(GroupSend send) {
        return lines.computeIfAbsent(send.message().tenant(), tenant -> new Line());
    }

    private void next(String tenant) {
        Line line = lines.get(tenant);
        if (line == null || line.busy) {
            return;
        }
        List<Waiting> some = take(line.queue);
        if (some.isEmpty()) {
            lines.remove(tenant);
            return;
        }
        line.busy = true;
        batch.process(tenant, some)
                .onComplete(ended -> context.runOnContext(here -> {
                    line.busy = false;
                    waiting -= some.size();
                    some.forEach(
                            one -> one.refuse(new ApiException(ErrorCode.UNAVAILABLE, "The outcome is not known.")));
                    holdBack(line, some);
                    next(tenant);
                    if (idle != null && waiting == 0) {
                        idle.tryComplete();
                    }
                }));
    }

    private static List<Waiting> take(Deque<Waiting> queue) {
        List<Waiting> some = new ArrayList<>();
        int chars = 0;
        while (!queue.isEmpty() && some.size() < MOST_OF_BATCH && chars < MOST_CHARS) {
            Waiting one = queue.poll();
            chars += one.send().message().content().length();
            some.add(one);
        }
        return some;
    }

    /** What follows in its lane a send that is to come again has to come again too (rule 10). */
    private void holdBack(Line line, List<Waiting> done) {
        List<Waiting> again = done.stream()
                .filter(one -> GroupSequencer.retryable(one.outcome().future().result()))
                .toList();
        if (again.isEmpty()) {
            return;
        }
        int before = line.queue.size();
        line.queue.removeIf(one -> {
            boolean follows = again.stream().anyMatch(failed -> one.send().follows(failed.send()));
            if (follows) {
                one.refuse(ApiException.unavailable("An earlier send to this group has to be repeated first."));
            }
            return follows;
        });
        waiting -= before - line.queue.size();
    }

    private static boolean retryable(Settled outcome) {
        return ErrorCode.of(outcome.code()).map(ErrorCode::retryable).orElse(false);
    }
}

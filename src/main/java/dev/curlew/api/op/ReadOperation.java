package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.BurnSchedule;
import dev.curlew.api.conversation.GroupReading;
import dev.curlew.api.conversation.Positions;
import dev.curlew.api.conversation.Positions.View;
import dev.curlew.api.conversation.ReadAdvance;
import dev.curlew.api.conversation.ReadNews;
import dev.curlew.domain.ConversationId;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.chat.SeqUserStore;
import dev.curlew.store.chat.SeqUserStore.Position;
import dev.curlew.store.redis.PositionCache;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * {@code read}: a device reports what its user has seen: everything up to a number, and perhaps single messages above it. The position is
 * durable before the answer, never goes back and never passes the head; each advance is told once.
 */
public final class ReadOperation implements Operation {

    private static final int MOST_SEQS = 200;
    private static final int MOST_SINGLE = 1_000;

    private final Positions positions;
    private final SeqUserStore users;
    private final PositionCache cache;
    private final BurnSchedule burns;
    private final ReadNews news;
    private final Readable readable;
    private final GroupReading groups;

    public ReadOperation(
            Positions positions,
            SeqUserStore users,
            PositionCache cache,
            BurnSchedule burns,
            ReadNews news,
            Readable readable,
            GroupReading groups) {
        this.readable = readable;
        this.groups = groups;
        this.burns = burns;
        this.positions = positions;
        this.users = users;
        this.cache = cache;
        this.news = news;
    }

    @Override
    public String name() {
        return "read";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        long asked = Fields.position(data, "read_seq");
        List<Long> seqs = Fields.numbers(data, "seqs", MOST_SEQS);
        Optional<GroupId> group = Conversations.group(data);
        if (group.isPresent()) {
            return readable.one(caller, group.get().conversation())
                    .compose(may -> groups.read(caller, group.get(), asked, seqs))
                    .map(ReadOperation::reply);
        }
        ConversationId conversation = Conversations.ofCaller(caller, data);
        return view(caller, conversation)
                .compose(before -> {
                    if (before.maxSeq() == 0) {
                        throw ApiException.notFound("Conversation");
                    }
                    return read(caller, conversation, before, asked, seqs);
                })
                .map(ReadOperation::reply);
    }

    private static ObjectNode reply(View now) {
        return Json.object().put("read_seq", now.readSeq()).put("unread", now.unread());
    }

    private Future<View> read(Caller caller, ConversationId conversation, View before, long asked, List<Long> seqs) {
        long seq = Math.min(asked, before.maxSeq());
        List<Long> single = before.own().seenSeqs().size() >= MOST_SINGLE
                ? List.of()
                : seqs.stream()
                        .filter(one -> one > seq && one <= before.maxSeq())
                        .distinct()
                        .sorted()
                        .toList();
        List<Long> named = seqs.stream()
                .filter(one -> one <= before.maxSeq())
                .distinct()
                .sorted()
                .toList();
        ReadAdvance planned = new ReadAdvance(before.own().seenSeq() + 1, seq, single, named);
        return burns.schedule(caller, conversation, planned)
                .compose(scheduled -> users.raiseSeen(caller.tenant(), caller.uid(), conversation.value(), seq, single))
                .compose(stored -> remember(caller, conversation, seq)
                        .compose(done -> forget(caller, conversation, stored, seq))
                        .compose(done -> view(caller, conversation))
                        .compose(now -> {
                            ReadAdvance made = planned.since(stored);
                            return made.isNothing()
                                    ? Future.succeededFuture(now)
                                    : news.tell(caller, conversation, made, now).map(now);
                        }));
    }

    private Future<View> view(Caller caller, ConversationId conversation) {
        String id = conversation.value();
        return positions.views(caller.tenant(), caller.uid(), List.of(id)).map(views -> views.get(id));
    }

    /** Redis is only quicker to ask; without it the store answers. */
    private Future<Void> remember(Caller caller, ConversationId conversation, long seq) {
        return cache.raiseRead(caller.tenant(), conversation.value(), caller.uid(), seq)
                .otherwiseEmpty();
    }

    private Future<Void> forget(Caller caller, ConversationId conversation, Position before, long seq) {
        return before.seenSeqs().stream().anyMatch(one -> one <= seq)
                ? users.forgetSeen(caller.tenant(), caller.uid(), conversation.value(), seq)
                        .otherwiseEmpty()
                : Future.succeededFuture();
    }
}

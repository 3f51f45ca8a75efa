package dev.curlew.api.conversation;

import dev.curlew.domain.ConversationId;
import dev.curlew.store.Heads;
import dev.curlew.store.mongo.ClaimStore;
import dev.curlew.store.mongo.SeqUserStore;
import dev.curlew.store.mongo.SeqUserStore.Position;
import dev.curlew.store.redis.PositionCache;
import dev.curlew.store.redis.PositionCache.Answer;
import dev.curlew.store.redis.PositionCache.Question;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where users stand: heads, read positions and unread counts of many conversations in one request to each store (rule 13: unread is
 * head minus read position, less the numbers in between that do not count).
 */
public final class Positions {

    private final PositionCache cache;
    private final Heads heads;
    private final ClaimStore claims;
    private final SeqUserStore users;

    public Positions(PositionCache cache, Heads heads, ClaimStore claims, SeqUserStore users) {
        this.cache = cache;
        this.heads = heads;
        this.claims = claims;
        this.users = users;
    }

    /** A user's view of a conversation's numbers; {@code peerReadSeq} is what the peer reported as seen. */
    public record View(long maxSeq, long minSeq, long readSeq, long peerReadSeq, long unread) {}

    public Future<Map<String, View>> views(String tenant, long uid, Collection<String> conversationIds) {
        if (conversationIds.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return users.everyone(tenant, conversationIds).compose(stored -> {
            List<Question> questions = conversationIds.stream()
                    .map(id -> {
                        Position own = own(stored, id, uid);
                        return new Question(id, uid, own.readSeq(), own.minSeq(), own.maxSeq());
                    })
                    .toList();
            return answers(tenant, questions).map(answers -> {
                Map<String, View> views = new LinkedHashMap<>();
                for (int i = 0; i < questions.size(); i++) {
                    Question question = questions.get(i);
                    views.put(question.conversationId(), view(question, answers.get(i), stored));
                }
                return views;
            });
        });
    }

    private Future<List<Answer>> answers(String tenant, List<Question> questions) {
        return cache.ask(tenant, questions)
                .compose(answers -> complete(tenant, questions, answers))
                .recover(redisAway -> fromStore(tenant, questions));
    }

    private Future<List<Answer>> complete(String tenant, List<Question> questions, List<Answer> answers) {
        List<String> headless = new ArrayList<>();
        List<String> unloaded = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            if (answers.get(i).head() < 0) {
                headless.add(questions.get(i).conversationId());
            }
            if (answers.get(i).uncounted() < 0) {
                unloaded.add(questions.get(i).conversationId());
            }
        }
        if (headless.isEmpty() && unloaded.isEmpty()) {
            return Future.succeededFuture(answers);
        }
        Future<?> rebuilt = headless.isEmpty() ? Future.succeededFuture() : heads.heads(tenant, headless);
        return rebuilt.compose(done -> Future.join(
                        unloaded.stream().map(id -> loadUncounted(tenant, id)).toList()))
                .compose(loaded -> cache.ask(tenant, questions))
                .map(again -> again.stream()
                        .map(answer -> new Answer(
                                Math.max(0, answer.head()), answer.readSeq(), Math.max(0, answer.uncounted())))
                        .toList());
    }

    private Future<Void> loadUncounted(String tenant, String conversationId) {
        return cache.beginUncounted(tenant, conversationId)
                .compose(open -> claims.uncounted(tenant, conversationId, 1, Long.MAX_VALUE))
                .compose(numbers -> cache.endUncounted(tenant, conversationId, numbers));
    }

    /** Redis is away: everything from the store, conversation by conversation. */
    private Future<List<Answer>> fromStore(String tenant, List<Question> questions) {
        List<String> ids = questions.stream().map(Question::conversationId).toList();
        return heads.heads(tenant, ids)
                .compose(known -> Future.join(questions.stream()
                                .map(question -> uncounted(tenant, question, known))
                                .toList())
                        .map(counts -> {
                            List<Answer> answers = new ArrayList<>();
                            for (int i = 0; i < questions.size(); i++) {
                                Question question = questions.get(i);
                                answers.add(new Answer(
                                        question.bounded(known.getOrDefault(question.conversationId(), 0L)),
                                        question.readSeq(),
                                        counts.<Long>resultAt(i)));
                            }
                            return answers;
                        }));
    }

    private Future<Long> uncounted(String tenant, Question question, Map<String, Long> known) {
        long above = Math.max(question.readSeq(), question.minSeq() - 1);
        long head = question.bounded(known.getOrDefault(question.conversationId(), 0L));
        return above >= head
                ? Future.succeededFuture(0L)
                : claims.uncounted(tenant, question.conversationId(), above + 1, head)
                        .map(numbers -> (long) numbers.size());
    }

    private static View view(Question question, Answer answer, Map<String, Map<Long, Position>> stored) {
        long minSeq = Math.max(1, question.minSeq());
        long above = Math.max(answer.readSeq(), minSeq - 1);
        long unread = Math.max(0, answer.head() - above - answer.uncounted());
        long peerRead = ConversationId.parse(question.conversationId())
                .map(id -> own(stored, id.value(), id.peerOf(question.uid())).seenSeq())
                .orElse(0L);
        return new View(answer.head(), minSeq, Math.min(answer.readSeq(), answer.head()), peerRead, unread);
    }

    private static Position own(Map<String, Map<Long, Position>> stored, String id, long uid) {
        return stored.getOrDefault(id, new HashMap<>()).getOrDefault(uid, Position.START);
    }
}

package dev.curlew.api.conversation;

import dev.curlew.api.conversation.OwnStanding.Known;
import dev.curlew.domain.ConversationId;
import dev.curlew.protocol.MessageJson.Since;
import dev.curlew.store.Heads;
import dev.curlew.store.chat.MessageStore.Stored;
import dev.curlew.store.chat.SeqUserStore.Position;
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
    private final Uncounted uncounted;
    private final OwnStanding standing;

    public Positions(PositionCache cache, Heads heads, Uncounted uncounted, OwnStanding standing) {
        this.cache = cache;
        this.heads = heads;
        this.uncounted = uncounted;
        this.standing = standing;
    }

    /**
     * A user's view of a conversation.
     *
     * @param version number of the newest change that concerns the user
     * @param own where the user stands, as stored
     * @param peer where the other member stands; what that one reported as seen is what is told
     */
    public record View(long maxSeq, long minSeq, long readSeq, long unread, long version, Position own, Position peer) {

        /** Of a conversation the user never was in. */
        static final View NOTHING = new View(0, 1, 0, 0, 0, Position.START, Position.START);

        public long peerReadSeq() {
            return peer.seenSeq();
        }

        /** What a reader is told of a message: one's own is read once the peer has seen it. */
        public Since since(long readerUid, Stored stored) {
            boolean own = stored.message().sendUid() == readerUid;
            boolean read =
                    own && (stored.read() || peer.hasSeen(stored.message().seq()));
            return new Since(read, stored.version(), stored.revoke());
        }
    }

    public Future<Map<String, View>> views(String tenant, long uid, Collection<String> conversationIds) {
        if (conversationIds.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return standing.of(tenant, uid, conversationIds).compose(known -> {
            Map<String, Map<Long, Position>> stored = known.positions();
            List<Question> questions = conversationIds.stream()
                    .filter(stored::containsKey)
                    .map(id -> {
                        Position own = own(stored, id, uid);
                        return new Question(id, uid, own.readSeq(), own.minSeq(), own.maxSeq());
                    })
                    .toList();
            return answers(tenant, questions).map(answers -> {
                Map<String, View> views = new LinkedHashMap<>();
                conversationIds.forEach(id -> views.put(id, View.NOTHING));
                for (int i = 0; i < questions.size(); i++) {
                    Question question = questions.get(i);
                    views.put(question.conversationId(), view(question, answers.get(i), known));
                }
                return views;
            });
        });
    }

    private Future<List<Answer>> answers(String tenant, List<Question> questions) {
        if (questions.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        return cache.ask(tenant, questions)
                .compose(answers -> complete(tenant, questions, answers))
                .recover(redisAway -> fromStore(tenant, questions));
    }

    private Future<List<Answer>> complete(String tenant, List<Question> questions, List<Answer> answers) {
        List<String> headless = new ArrayList<>();
        List<Question> unloaded = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            boolean noHead = answers.get(i).head() < 0;
            if (noHead) {
                headless.add(questions.get(i).conversationId());
            }
            if (noHead || answers.get(i).uncounted() < 0) {
                unloaded.add(questions.get(i));
            }
        }
        if (headless.isEmpty() && unloaded.isEmpty()) {
            return Future.succeededFuture(answers);
        }
        Future<?> rebuilt = headless.isEmpty() ? Future.succeededFuture() : heads.heads(tenant, headless);
        return rebuilt.compose(done -> uncounted.load(tenant, unloaded))
                .compose(loaded -> cache.ask(tenant, questions))
                .map(again -> again.stream()
                        .map(answer -> new Answer(
                                Math.max(0, answer.head()), answer.readSeq(), Math.max(0, answer.uncounted())))
                        .toList());
    }

    /** Redis is away: everything from the store. */
    private Future<List<Answer>> fromStore(String tenant, List<Question> questions) {
        List<String> ids = questions.stream().map(Question::conversationId).toList();
        return heads.heads(tenant, ids)
                .compose(known -> uncounted.fromStore(tenant, questions).map(numbers -> {
                    List<Answer> answers = new ArrayList<>();
                    for (Question question : questions) {
                        long head = question.bounded(known.getOrDefault(question.conversationId(), 0L));
                        long above = Math.max(question.readSeq(), question.minSeq() - 1);
                        long count = numbers.get(question.conversationId()).stream()
                                .filter(seq -> seq > above && seq <= head)
                                .count();
                        answers.add(new Answer(head, question.readSeq(), count));
                    }
                    return answers;
                }));
    }

    private static View view(Question question, Answer answer, Known known) {
        Map<String, Map<Long, Position>> stored = known.positions();
        long minSeq = Math.max(1, question.minSeq());
        long above = Math.max(answer.readSeq(), minSeq - 1);
        long unread = Math.max(0, answer.head() - above - answer.uncounted());
        String id = question.conversationId();
        Position peer = ConversationId.parse(id)
                .map(parsed -> own(stored, id, parsed.peerOf(question.uid())))
                .orElse(Position.START);
        Position own = own(stored, id, question.uid());
        long version = Math.max(own.version(), known.versions().getOrDefault(id, 0L));
        return new View(answer.head(), minSeq, Math.min(answer.readSeq(), answer.head()), unread, version, own, peer);
    }

    private static Position own(Map<String, Map<Long, Position>> stored, String id, long uid) {
        return stored.getOrDefault(id, new HashMap<>()).getOrDefault(uid, Position.START);
    }
}

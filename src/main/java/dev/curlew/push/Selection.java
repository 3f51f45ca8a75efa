package dev.curlew.push;

import dev.curlew.store.ConversationSettings;
import dev.curlew.store.ConversationSettings.Key;
import dev.curlew.store.ConversationSettings.Settings;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Which of the reminders that are due are sent: those the recipient wants, each once. */
final class Selection {

    /** Between 5 and 30 minutes. */
    private static final long DEDUP_S = 1_200;

    private final ConversationSettings settings;
    private final RedisCommands redis;
    private final RedisKeys keys;
    private final PushMeters meters;

    Selection(ConversationSettings settings, RedisCommands redis, RedisKeys keys, PushMeters meters) {
        this.settings = settings;
        this.redis = redis;
        this.keys = keys;
        this.meters = meters;
    }

    /** Without those for conversations their owner set to be quiet; one request a tenant. */
    Future<List<Due>> wanted(List<Due> dues) {
        List<Future<List<Due>>> parts = new ArrayList<>();
        Due.byTenant(dues).forEach((tenant, some) -> {
            Set<Key> asked = new HashSet<>();
            some.forEach(due -> asked.add(key(due)));
            parts.add(settings.find(tenant, asked).map(found -> reminding(some, found)));
        });
        return Future.join(parts).map(all -> {
            List<Due> kept = new ArrayList<>();
            parts.forEach(part -> kept.addAll(part.result()));
            return kept;
        });
    }

    /**
     * Without those a mark in Redis says were sent; the others are marked, which comes before the call. So a crash in between
     * costs a reminder: a missing one is better than a repeated one, and the message itself is safe.
     */
    Future<List<Due>> fresh(List<Due> dues) {
        if (dues.isEmpty()) {
            return Future.succeededFuture(dues);
        }
        List<Request> marks = dues.stream()
                .map(due -> Request.cmd(Command.SET)
                        .arg(keys.pushDedup(due.tenant(), due.conversationId(), due.seq(), due.uid()))
                        .arg("1")
                        .arg("NX")
                        .arg("EX")
                        .arg(DEDUP_S))
                .toList();
        return redis.batch(marks)
                .map(answers -> IntStream.range(0, dues.size())
                        .filter(i -> answers.get(i) != null)
                        .mapToObj(dues::get)
                        .toList());
    }

    private List<Due> reminding(List<Due> dues, Map<Key, Settings> found) {
        List<Due> kept = dues.stream()
                .filter(due -> found.getOrDefault(key(due), Settings.DEFAULT).reminds())
                .toList();
        meters.suppressed(dues.size() - kept.size());
        return kept;
    }

    private static Key key(Due due) {
        return new Key(due.uid(), due.conversationId());
    }
}

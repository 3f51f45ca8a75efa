package dev.curlew.store.redis;

import dev.curlew.store.ChangeFeed;
import dev.curlew.store.UserKey;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the counters that the sequencer raises for each message that concerns a user (rule 11). */
public final class ChangeCounters implements ChangeFeed {

    private static final int MOST = 10_000;

    private final RedisCommands redis;
    private final RedisKeys keys;

    public ChangeCounters(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    @Override
    public Future<Map<UserKey, Long>> counters(Collection<UserKey> users) {
        List<UserKey> wanted = List.copyOf(users);
        if (wanted.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        List<Request> requests = new ArrayList<>(wanted.size());
        for (UserKey user : wanted) {
            requests.add(Request.cmd(Command.GET).arg(keys.changeCounter(user.tenant(), user.uid())));
        }
        return redis.batch(requests).map(responses -> {
            Map<UserKey, Long> counters = new HashMap<>();
            for (int i = 0; i < wanted.size(); i++) {
                Response value = responses.get(i);
                counters.put(wanted.get(i), value == null ? 0L : value.toLong());
            }
            return counters;
        });
    }

    @Override
    public Future<List<String>> changedAfter(UserKey user, long floor) {
        Request request = Request.cmd(Command.ZRANGE)
                .arg(keys.changedConversations(user.tenant(), user.uid()))
                .arg("(" + floor)
                .arg("+inf")
                .arg("BYSCORE")
                .arg("LIMIT")
                .arg(0)
                .arg(MOST);
        return redis.send(request).map(found -> {
            List<String> changed = new ArrayList<>();
            if (found != null) {
                for (Response conversation : found) {
                    changed.add(conversation.toString());
                }
            }
            return changed;
        });
    }
}

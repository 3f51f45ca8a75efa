package dev.curlew.store.redis;

import dev.curlew.domain.GroupId;
import dev.curlew.store.Latest;
import dev.curlew.store.UpTo;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The newest message of groups as {@code head|seq|time}: it holds for that head only. */
public final class LatestCache {

    private final RedisCommands redis;
    private final RedisKeys keys;

    public LatestCache(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** Those known for just these numbers, by conversation. */
    public Future<Map<String, Latest>> find(String tenant, List<UpTo> wanted) {
        List<Request> gets = wanted.stream()
                .map(one -> Request.cmd(Command.GET)
                        .arg(keys.topicLatest(tenant, one.group().topic())))
                .toList();
        return redis.batch(gets).map(answers -> {
            Map<String, Latest> found = new HashMap<>();
            for (int i = 0; i < wanted.size(); i++) {
                if (answers.get(i) != null) {
                    String[] parts = answers.get(i).toString().split("\\|");
                    if (Long.parseLong(parts[0]) == wanted.get(i).seq()) {
                        found.put(
                                wanted.get(i).group().conversation(),
                                new Latest(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
                    }
                }
            }
            return found;
        });
    }

    /** @param upTo by conversation */
    public Future<Void> keep(String tenant, Map<String, Long> upTo, Map<String, Latest> found) {
        List<Request> sets = new ArrayList<>();
        found.forEach((id, latest) -> sets.add(Request.cmd(Command.SET)
                .arg(keys.topicLatest(
                        tenant, GroupId.ofMessages(id).orElseThrow().topic()))
                .arg(upTo.get(id) + "|" + latest.seq() + "|" + latest.time())
                .arg("EX")
                .arg(Lives.MESSAGE_S)));
        return redis.batch(sets).mapEmpty();
    }

    /** It is looked up again: another message is the newest one although the head has not moved. */
    public Future<Void> drop(String tenant, GroupId group) {
        return redis.send(Request.cmd(Command.DEL).arg(keys.topicLatest(tenant, group.topic())))
                .mapEmpty();
    }
}

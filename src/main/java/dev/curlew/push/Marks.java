package dev.curlew.push;

import dev.curlew.push.PushProvider.Notice;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Who was reminded of which message. A mark is set before the call and names it; when the call has ended it says that. So a crash in
 * between is seen: the call is made again under its id, by which the provider knows whether it has done it.
 */
final class Marks {

    /** Between 5 and 30 minutes. */
    static final long LIFE_S = 1_200;

    private static final String SENT = "1";

    private final RedisCommands redis;
    private final RedisKeys keys;

    Marks(RedisCommands redis, RedisKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /**
     * What came of marking.
     *
     * @param fresh those who had no mark
     * @param open those a call is named for that may not have been made, by its id
     */
    record Marked(List<Notice> fresh, Map<String, List<Notice>> open) {}

    /** Marks those of a call who have no mark, in one pipeline. Without an id a call cannot be repeated, and is taken as made. */
    Future<Marked> set(Group call, Optional<String> id) {
        List<Notice> notices = call.notices();
        return redis.batch(notices.stream()
                        .map(notice -> Request.cmd(Command.SET)
                                .arg(key(notice))
                                .arg(id.orElse(SENT))
                                .arg("NX")
                                .arg("EX")
                                .arg(LIFE_S))
                        .toList())
                .compose(answers -> {
                    List<Notice> fresh = new ArrayList<>();
                    List<Notice> marked = new ArrayList<>();
                    for (int i = 0; i < notices.size(); i++) {
                        (answers.get(i) == null ? marked : fresh).add(notices.get(i));
                    }
                    return open(marked).map(open -> new Marked(fresh, open));
                });
    }

    /** Those whose call is not known to have ended, by its id. */
    Future<Map<String, List<Notice>>> open(List<Notice> marked) {
        return redis.batch(marked.stream()
                        .map(notice -> Request.cmd(Command.GET).arg(key(notice)))
                        .toList())
                .map(answers -> {
                    Map<String, List<Notice>> open = new LinkedHashMap<>();
                    IntStream.range(0, marked.size()).forEach(i -> {
                        Response value = answers.get(i);
                        if (value != null && !value.toString().equals(SENT)) {
                            open.computeIfAbsent(value.toString(), id -> new ArrayList<>())
                                    .add(marked.get(i));
                        }
                    });
                    return open;
                });
    }

    /** The call has ended, well or not. */
    Future<Void> ended(Group call) {
        return redis.batch(call.notices().stream()
                        .map(notice -> Request.cmd(Command.SET)
                                .arg(key(notice))
                                .arg(SENT)
                                .arg("XX")
                                .arg("EX")
                                .arg(LIFE_S))
                        .toList())
                .mapEmpty();
    }

    /** Of a group a reminder is known by its topic. */
    private String key(Notice notice) {
        PushProvider.Content content = notice.content();
        return keys.pushDedup(
                content.tenant(), content.topic().orElse(content.conversationId()), content.seq(), notice.uid());
    }
}

package dev.curlew.api.conversation;

import dev.curlew.domain.Group;
import dev.curlew.domain.GroupId;
import dev.curlew.store.Standings;
import dev.curlew.store.UserKey;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.redis.ChangeCounters;
import dev.curlew.store.redis.GroupsSeen;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts what is new in a user's groups when the user's list is asked for, instead of for every member when it happens. How each group
 * was is remembered; where that is not how it is, a change of the user's is counted, so that every device learns of it by its version.
 */
public final class GroupNewsSeen {

    private final GroupChats chats;
    private final GroupReader groups;
    private final Standings standings;
    private final GroupsSeen seen;
    private final ChangeCounters counters;

    public GroupNewsSeen(
            GroupChats chats, GroupReader groups, Standings standings, GroupsSeen seen, ChangeCounters counters) {
        this.chats = chats;
        this.groups = groups;
        this.standings = standings;
        this.seen = seen;
        this.counters = counters;
    }

    Future<Void> count(UserKey user) {
        return chats.ids(user.tenant(), user.uid()).compose(ids -> {
            if (ids.isEmpty()) {
                return Future.succeededFuture();
            }
            return Future.all(standings.of(user, ids), versions(user, ids), seen.of(user))
                    .compose(all -> {
                        Map<String, Standings.Standing> now = all.resultAt(0);
                        Map<String, Long> versions = all.resultAt(1);
                        Map<String, String> before = all.resultAt(2);
                        Map<String, String> news = new HashMap<>();
                        now.forEach((id, standing) -> {
                            String state = standing.maxSeq() + "|" + standing.version() + "|" + versions.get(id);
                            if (!state.equals(before.get(id))) {
                                news.put(id, state);
                            }
                        });
                        return news.isEmpty()
                                ? Future.succeededFuture()
                                // Counted before it is remembered: a stop in between counts it once more.
                                : counters.raiseAll(user, new ArrayList<>(news.keySet()))
                                        .compose(counted -> seen.keep(user, news));
                    });
        });
    }

    private Future<Map<String, Long>> versions(UserKey user, List<String> ids) {
        List<Future<Optional<Group>>> reads = ids.stream()
                .map(id -> groups.find(user.tenant(), GroupId.ofMessages(id).orElseThrow()))
                .toList();
        return Future.all(reads).map(all -> {
            Map<String, Long> versions = new HashMap<>();
            for (int i = 0; i < ids.size(); i++) {
                versions.put(
                        ids.get(i), reads.get(i).result().map(Group::version).orElse(0L));
            }
            return versions;
        });
    }
}

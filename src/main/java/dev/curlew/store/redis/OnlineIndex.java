package dev.curlew.store.redis;

import dev.curlew.store.GroupKey;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which members of groups are online, and on which nodes. A node speaks of its own members only; what it does not say again
 * ends by itself.
 */
public final class OnlineIndex {

    /** Members in one call: it must not hold Redis up. */
    private static final int PIECE = 5_000;

    private static final Script CHANGE = Script.load("online_change");
    private static final Script ASSERT = Script.load("online_assert");

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final String ttl;

    public OnlineIndex(RedisCommands redis, RedisKeys keys, long ttlMs) {
        this.redis = redis;
        this.keys = keys;
        this.ttl = Long.toString(ttlMs);
    }

    /** Members who came to a node or went from it. */
    public record Change(GroupKey group, Collection<Long> came, Collection<Long> went) {}

    /** Notes changes of a node, in one pipeline. */
    public Future<Void> change(String nodeId, List<Change> changes) {
        List<Request> requests = new ArrayList<>();
        for (Change change : changes) {
            List<Long> came = List.copyOf(change.came());
            List<Long> went = List.copyOf(change.went());
            for (int from = 0; from < came.size(); from += PIECE) {
                requests.add(change(nodeId, change.group(), piece(came, from), List.of()));
            }
            for (int from = 0; from < went.size(); from += PIECE) {
                requests.add(change(nodeId, change.group(), List.of(), piece(went, from)));
            }
        }
        return redis.batch(requests).mapEmpty();
    }

    /** A node says again whom it holds, in one pipeline; one renewal of each set. None of the groups is without members. */
    public Future<Void> say(String nodeId, Map<GroupKey, Set<Long>> held) {
        List<Request> requests = new ArrayList<>();
        held.forEach((group, uids) -> {
            List<Long> all = List.copyOf(uids);
            String gathered = own(group, nodeId) + ":gathered";
            requests.add(Request.cmd(Command.DEL).arg(gathered));
            int last = (all.size() - 1) / PIECE * PIECE;
            for (int from = 0; from < last; from += PIECE) {
                Request add = Request.cmd(Command.SADD).arg(gathered);
                piece(all, from).forEach(add::arg);
                requests.add(add);
                requests.add(Request.cmd(Command.PEXPIRE).arg(gathered).arg(ttl));
            }
            List<String> arguments = arguments(group, nodeId);
            piece(all, last).forEach(uid -> arguments.add(Long.toString(uid)));
            requests.add(redis.script(
                    ASSERT, List.of(nodes(group), online(group), own(group, nodeId), gathered), arguments));
        });
        return redis.batch(requests).mapEmpty();
    }

    /** The nodes that hold members of each group, in one pipeline; groups without any have an empty set. */
    public Future<Map<GroupKey, Set<String>>> nodes(Collection<GroupKey> groups) {
        List<GroupKey> wanted = List.copyOf(groups);
        return redis.batch(wanted.stream()
                        .map(group -> Request.cmd(Command.ZRANGE)
                                .arg(nodes(group))
                                .arg(0)
                                .arg(-1))
                        .toList())
                .map(answers -> {
                    Map<GroupKey, Set<String>> found = new HashMap<>();
                    for (int i = 0; i < wanted.size(); i++) {
                        Set<String> nodes = new HashSet<>();
                        for (Response node : answers.get(i)) {
                            nodes.add(node.toString());
                        }
                        found.put(wanted.get(i), nodes);
                    }
                    return found;
                });
    }

    /** The members of a group whom a node holds. */
    public Future<Set<Long>> heldBy(String nodeId, GroupKey group) {
        return redis.send(Request.cmd(Command.SMEMBERS).arg(own(group, nodeId))).map(answer -> {
            Set<Long> uids = new HashSet<>();
            answer.forEach(uid -> uids.add(uid.toLong()));
            return uids;
        });
    }

    /** How many members of each group are online, in one pipeline. */
    public Future<Map<GroupKey, Long>> sizes(Collection<GroupKey> groups) {
        List<GroupKey> wanted = List.copyOf(groups);
        return redis.batch(wanted.stream()
                        .map(group -> Request.cmd(Command.SCARD).arg(online(group)))
                        .toList())
                .map(answers -> {
                    Map<GroupKey, Long> sizes = new HashMap<>();
                    for (int i = 0; i < wanted.size(); i++) {
                        sizes.put(wanted.get(i), answers.get(i).toLong());
                    }
                    return sizes;
                });
    }

    /** Those of the users who are online in their group, in one pipeline. */
    public Future<Map<GroupKey, Set<Long>>> among(Map<GroupKey, Set<Long>> asked) {
        List<GroupKey> groups = new ArrayList<>();
        List<List<Long>> uids = new ArrayList<>();
        List<Request> requests = new ArrayList<>();
        asked.forEach((group, some) -> {
            if (!some.isEmpty()) {
                Request request = Request.cmd(Command.SMISMEMBER).arg(online(group));
                List<Long> all = List.copyOf(some);
                all.forEach(request::arg);
                groups.add(group);
                uids.add(all);
                requests.add(request);
            }
        });
        return redis.batch(requests).map(answers -> {
            Map<GroupKey, Set<Long>> found = new HashMap<>();
            for (int i = 0; i < groups.size(); i++) {
                Set<Long> yes = new HashSet<>();
                for (int j = 0; j < uids.get(i).size(); j++) {
                    if (answers.get(i).get(j).toInteger() == 1) {
                        yes.add(uids.get(i).get(j));
                    }
                }
                found.put(groups.get(i), yes);
            }
            return found;
        });
    }

    private Request change(String nodeId, GroupKey group, List<Long> came, List<Long> went) {
        List<String> arguments = arguments(group, nodeId);
        arguments.add(Integer.toString(came.size()));
        came.forEach(uid -> arguments.add(Long.toString(uid)));
        went.forEach(uid -> arguments.add(Long.toString(uid)));
        return redis.script(CHANGE, List.of(nodes(group), online(group), own(group, nodeId)), arguments);
    }

    private List<String> arguments(GroupKey group, String nodeId) {
        return new ArrayList<>(List.of(
                nodeId, ttl, keys.onlineMembersFrom(group.tenant(), group.id().topic()), RedisKeys.ONLINE_MEMBERS_END));
    }

    private String nodes(GroupKey group) {
        return keys.onlineNodes(group.tenant(), group.id().topic());
    }

    private String online(GroupKey group) {
        return keys.onlineMembers(group.tenant(), group.id().topic());
    }

    private String own(GroupKey group, String nodeId) {
        return keys.onlineMembers(group.tenant(), group.id().topic(), nodeId);
    }

    private static List<Long> piece(List<Long> all, int from) {
        return all.subList(from, Math.min(all.size(), from + PIECE));
    }
}

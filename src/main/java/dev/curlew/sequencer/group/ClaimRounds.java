package dev.curlew.sequencer.group;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.sequencer.group.Entry.State;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageStore.Key;
import dev.curlew.store.mysql.GroupMessageStore.Stored;
import dev.curlew.store.redis.GroupClaims;
import dev.curlew.store.redis.GroupClaims.Ask;
import dev.curlew.store.redis.GroupClaims.Claim;
import dev.curlew.store.redis.GroupClaims.TopicAsk;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Claims the sends of a batch. One that is pending is asked of MySQL: stored, it is adopted; not stored and left behind by this
 * process, it is claimed in a second round, with what is behind it in its lane; else it is somebody's work and the sender has to wait.
 */
final class ClaimRounds {

    private final GroupClaims claims;
    private final GroupMessageStore messages;
    private final TopicStates states;

    ClaimRounds(GroupClaims claims, GroupMessageStore messages, TopicStates states) {
        this.claims = claims;
        this.messages = messages;
        this.states = states;
    }

    /** Afterwards none of them is open. Fails when Redis cannot be asked; then nothing durable has been done. */
    Future<Void> run(String tenant, Collection<Entry> entries) {
        return round(tenant, entries, false);
    }

    private Future<Void> round(String tenant, Collection<Entry> entries, boolean last) {
        List<Entry> open = entries.stream().filter(one -> one.in(State.OPEN)).toList();
        if (open.isEmpty()) {
            return Future.succeededFuture();
        }
        Map<String, List<Entry>> byTopic = new LinkedHashMap<>();
        open.forEach(one ->
                byTopic.computeIfAbsent(one.topic(), topic -> new ArrayList<>()).add(one));
        List<TopicAsk> asks = new ArrayList<>();
        byTopic.forEach((topic, some) -> asks.add(new TopicAsk(
                topic,
                states.issued(tenant, topic),
                some.stream().map(ClaimRounds::ask).toList())));
        return claims.claim(tenant, asks).compose(answers -> {
            List<Entry> pending = new ArrayList<>();
            Set<Entry> own = new HashSet<>();
            int index = 0;
            for (List<Entry> some : byTopic.values()) {
                List<Claim> claimed = answers.get(index++);
                for (int i = 0; i < some.size(); i++) {
                    note(tenant, some.get(i), claimed.get(i), pending, own);
                }
            }
            return ask(tenant, pending, own).compose(asked -> {
                leave(open, last);
                return round(tenant, entries, true);
            });
        });
    }

    private void note(String tenant, Entry entry, Claim claim, List<Entry> pending, Set<Entry> own) {
        if (claim instanceof Claim.Fresh fresh) {
            entry.numbered(fresh.seq());
            states.raise(tenant, entry.topic(), fresh.seq());
        } else if (claim instanceof Claim.Done done) {
            entry.known(done.seq(), done.messageId(), done.createdAt(), done.hash());
        } else if (claim instanceof Claim.Pending held) {
            pending.add(entry);
            if (held.own()) {
                own.add(entry);
            }
        }
    }

    private Future<Void> ask(String tenant, List<Entry> pending, Set<Entry> own) {
        if (pending.isEmpty()) {
            return Future.succeededFuture();
        }
        List<Key> keys = pending.stream().map(Entry::key).toList();
        return messages.find(tenant, keys).map(found -> {
            for (Entry entry : pending) {
                Stored row = found.get(entry.key());
                if (row != null) {
                    entry.adopted(row);
                } else if (own.contains(entry)) {
                    entry.mayTakeOver();
                } else {
                    entry.left(new ApiException(ErrorCode.PROCESSING, "This message is being stored."));
                }
            }
            return null;
        });
    }

    /** Nothing goes past what is to come again in its lane. */
    private static void leave(List<Entry> open, boolean last) {
        List<Entry> before = new ArrayList<>();
        for (Entry entry : open) {
            boolean behind = before.stream().anyMatch(one -> entry.first().follows(one.first()));
            if (entry.in(State.OPEN) && (last || behind)) {
                entry.left(ApiException.unavailable("An earlier send to this group has to be repeated first."));
            } else if (entry.in(State.LEFT)) {
                before.add(entry);
            }
        }
    }

    private static Ask ask(Entry entry) {
        return new Ask(
                entry.key().fromUser(),
                entry.key().clientMsgId(),
                entry.first().lane(),
                entry.message().sendTime(),
                entry.message().sendHash(),
                entry.takeOver());
    }
}

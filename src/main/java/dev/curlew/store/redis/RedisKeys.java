package dev.curlew.store.redis;

import dev.curlew.domain.GroupId;
import java.util.List;

/**
 * Every Redis key, built here and nowhere else. All begin {@code {prefix}:{tenant}:}; where several keys are
 * touched by one script, literal braces around the conversation or uid put them in one slot of a Redis Cluster.
 */
public final class RedisKeys extends TopicKeys {

    /** Parts of the names of keys that are copies. */
    private static final List<String> COPIES = List.of(
            (":MSG_CACHE: :MALLOC_SEQ: :HEAD: }:version }:latest :hot_msg :UNCOUNTED: :SEQ_USER_READ: :CHANGES: "
                            + ":CONVERSATION: :CONVERSATION_IDS: :CONVERSATION_IDS_HASH: :CONVERSATION_USER_MAX: "
                            + ":CONVERSATION_NOT_RECEIVE_MESSAGE_USER_IDS: :user: :relation: :group: :object }:head :sub: "
                            + "}:shard: }:shards }:online_members }:nodes }:node: :presence:")
                    .split(" "));

    public RedisKeys(String prefix) {
        super(prefix);
    }

    /** Hash: the user's summary for others; life: presence TTL. */
    public String presence(String tenant, long uid) {
        return base(tenant) + "presence:user:{" + uid + "}";
    }

    /** Hash session → {@code node|expires_ms|platform|token|active_ms|device}: what routing reads; life: presence TTL. */
    public String presenceSessions(String tenant, long uid) {
        return presence(tenant, uid) + ":sessions";
    }

    /** Sorted set of sessions and tokens a newer login replaced, by when they may be forgotten; twice the presence TTL. */
    public String presenceReplaced(String tenant, long uid) {
        return presence(tenant, uid) + ":replaced";
    }

    /** Set: users with a session on a node, for diagnosis and clean-up; no expiry, cleaned by the node. */
    public String presenceNode(String tenant, String nodeId) {
        return base(tenant) + "presence:node:" + nodeId + ":users";
    }

    /** Hash of one message's snapshot (B-212); 24 h. */
    public String message(String tenant, String conversationId, long seq) {
        return base(tenant) + "MSG_CACHE:{" + conversationId + "}:" + seq;
    }

    /** Hash CURR, LAST, TIME: the number block of a conversation (B-213); one year. */
    public String sequence(String tenant, String conversationId) {
        return base(tenant) + "MALLOC_SEQ:{" + conversationId + "}:CURR";
    }

    /** The highest number below which all are resolved (rule 5); one year. A group's is named by its topic. */
    public String head(String tenant, String conversationId) {
        return GroupId.ofMessages(conversationId)
                .map(group -> topicHead(tenant, group.topic()))
                .orElseGet(() -> base(tenant) + "HEAD:{" + conversationId + "}");
    }

    /** Number of the newest change that concerns all members of a group (rule 12); one year. */
    public String topicVersion(String tenant, String topic) {
        return base(tenant) + "topic:{" + topic + "}:version";
    }

    /** {@code head|seq|time} of the newest message below a head that shows in lists; 24 h. */
    public String topicLatest(String tenant, String topic) {
        return base(tenant) + "topic:{" + topic + "}:latest";
    }

    /** What precedes the number in the name of a group's message's copy; 24 h, for an hour after a change only a mark. */
    public String hotMessages(String tenant, String topic) {
        return online(tenant, topic) + "hot_msg:";
    }

    /** Sorted set of the numbers there are copies of, hash of the bytes each counts for, and all; 24 h. */
    public List<String> hotIndex(String tenant, String topic) {
        return List.of(online(tenant, topic) + "hot_msg_seqs", online(tenant, topic) + "hot_msg_sizes");
    }

    /** Hash of the bytes that copies of each group's messages take, and when they were last used; 24 h. */
    public String hotGroups(String tenant) {
        return base(tenant) + "hot_msg_groups";
    }

    /** Hash conversation → how it was when the user's list was last asked for; 12 h. */
    public String groupsSeen(String tenant, long uid) {
        return base(tenant) + "user:{" + uid + "}:groups_seen";
    }

    /** Sorted set of the numbers that do not count as unread (rule 13), with a loaded mark; 24 h. */
    public String uncounted(String tenant, String conversationId) {
        return base(tenant) + "UNCOUNTED:{" + place(conversationId) + "}";
    }

    /** Sorted set of the numbers a user deleted for oneself, none of them in {@link #uncounted(String, String)}; 24 h. */
    public String uncounted(String tenant, String conversationId, long uid) {
        return uncounted(tenant, conversationId) + ":" + uid;
    }

    /** A user's read position in a conversation (B-214); 30 days. */
    public String readSeq(String tenant, String conversationId, long uid) {
        return base(tenant) + "SEQ_USER_READ:{" + place(conversationId) + "}:" + uid;
    }

    /** Counter of changes that concern a user (rule 11); 12 h. */
    public String changeCounter(String tenant, long uid) {
        return base(tenant) + "CHANGES:{" + uid + "}";
    }

    /** Hash conversation → number of its newest change for the user (B-210, rule 11); 12 h. */
    public String conversationVersions(String tenant, long uid) {
        return base(tenant) + "CONVERSATION_USER_MAX:{" + uid + "}";
    }

    /** Hash of an owner's copy of a conversation, cache-aside of the store (B-207); 12 h. */
    public String conversation(String tenant, long uid, String conversationId) {
        return base(tenant) + "CONVERSATION:" + uid + ":" + conversationId;
    }

    /** Set of a user's conversation ids (B-208); 12 h; counts only with {@link #conversationIdsHash}. */
    public String conversationIds(String tenant, long uid) {
        return base(tenant) + "CONVERSATION_IDS:{" + uid + "}";
    }

    /** The same ids as sorted JSON list, by which two lists are told to be equal (B-209, X-018); 12 h. */
    public String conversationIdsHash(String tenant, long uid) {
        return base(tenant) + "CONVERSATION_IDS_HASH:{" + uid + "}";
    }

    /** Set of the members that want no live messages of a conversation (B-211), with a loaded mark; 12 h. */
    public String notReceiving(String tenant, String conversationId) {
        return base(tenant) + "CONVERSATION_NOT_RECEIVE_MESSAGE_USER_IDS:{" + conversationId + "}";
    }

    /** Set of the members that are not reminded of a conversation, with a loaded mark; 12 h. */
    public String notReminded(String tenant, String conversationId) {
        return notReceiving(tenant, conversationId) + ":quiet";
    }

    /** JSON of a user's unread total and what it was counted of; cache TTL. */
    public String unreadTotal(String tenant, long uid) {
        return base(tenant) + "user:" + uid + ":unread";
    }

    /** Hash of a user's public profile, cache-aside of MySQL; cache TTL. */
    public String userProfile(String tenant, long uid) {
        return base(tenant) + "user:" + uid + ":profile";
    }

    /** uid of an account; cache TTL. */
    public String account(String tenant, String account) {
        return base(tenant) + "user:account:" + account;
    }

    /** Set of a user's friends, with a loaded mark; cache TTL. */
    public String friends(String tenant, long uid) {
        return base(tenant) + "relation:friends:" + uid;
    }

    /** Set of those a user blocked, with a loaded mark; cache TTL. */
    public String blocklist(String tenant, long uid) {
        return base(tenant) + "relation:blocklist:" + uid;
    }

    /** The last number given in a topic; one year. */
    public String topicLastSeq(String tenant, String topic) {
        return base(tenant) + "topic:{" + topic + "}:last_seq";
    }

    /** The highest number of a topic below which all are settled (rule 5), a copy of {@code im_topic_seq}; one year. */
    public String topicHead(String tenant, String topic) {
        return base(tenant) + "topic:{" + topic + "}:head";
    }

    /** JSON of what became of a send; its life depends on that. */
    public String sendClaim(String tenant, String topic, long fromUid, String clientMsgId) {
        return base(tenant) + "topic:{" + topic + "}:uniq:msg:" + fromUid + ":" + clientMsgId;
    }

    /** JSON of a group's profile; cache TTL. */
    public String groupProfile(String tenant, long groupId) {
        return group(tenant, groupId) + "profile";
    }

    /** JSON of a group's settings; cache TTL. */
    public String groupSettings(String tenant, long groupId) {
        return group(tenant, groupId) + "settings";
    }

    /** Set of a group's members, with a loaded mark; cache TTL. */
    public String groupMembers(String tenant, String groupId) {
        return base(tenant) + "group:" + groupId + ":members";
    }

    /** Set of a group's owner and admins, with a loaded mark; cache TTL. */
    public String groupAdmins(String tenant, String groupId) {
        return base(tenant) + "group:" + groupId + ":admins";
    }

    /** Sorted set of a group's muted members by when it ends, milliseconds, with a loaded mark; cache TTL. */
    public String groupMuted(String tenant, long groupId) {
        return group(tenant, groupId) + "muted";
    }

    /** JSON of a page of a group's members, of a version that nobody asks for after a change; cache TTL. */
    public String groupMemberPage(String tenant, long groupId, long version, String page) {
        return group(tenant, groupId) + "page:" + version + ":" + page;
    }

    /** JSON of who owns a group, its state and version; cache TTL. */
    public String topic(String tenant, String topic) {
        return base(tenant) + "topic:" + topic + ":object";
    }

    /** Set of a user's groups, with a loaded mark; cache TTL. */
    public String groupsOf(String tenant, String uid) {
        return base(tenant) + "user:" + uid + ":groups";
    }

    /** JSON of a membership that holds; cache TTL. */
    public String activeSubscription(String tenant, String topic, long uid) {
        return base(tenant) + "sub:" + topic + ":" + uid + ":active";
    }

    /** JSON of a membership that holds or held; cache TTL. */
    public String anySubscription(String tenant, String topic, long uid) {
        return base(tenant) + "sub:" + topic + ":" + uid + ":any";
    }

    /** Counter of wrong passwords of an account; lock-out time. */
    public String loginFailures(String tenant, String account) {
        return base(tenant) + "login:failures:" + account;
    }

    /** Hash of a code's hash and the wrong tries at it; short-state TTL. The phone is a keyed hash. */
    public String code(String tenant, String scene, String phoneHash) {
        return base(tenant) + "code:" + scene + ":{" + phoneHash + "}";
    }

    /** There while no other code is sent to the phone; resend window. */
    public String codeActive(String tenant, String scene, String phoneHash) {
        return code(tenant, scene, phoneHash) + ":active";
    }

    /** Counter of codes sent to the phone; an hour. */
    public String codeCount(String tenant, String scene, String phoneHash) {
        return code(tenant, scene, phoneHash) + ":count";
    }

    /** Whose a token for one action is, and for which; short-state TTL. The token is a hash. */
    public String actionToken(String tenant, String tokenHash) {
        return base(tenant) + "action:" + tokenHash;
    }

    /** Enterprise code a temporary token stands for, by the digest of that token; short-state TTL. */
    public String enterpriseToken(String tenant, String digest) {
        return base(tenant) + "enterprise:token:" + digest;
    }

    /** Marks an offline reminder as sent, or names the call that is to send it; minutes. */
    public String pushDedup(String tenant, String conversationId, long seq, long uid) {
        return base(tenant) + "push:dedup:" + conversationId + ":" + seq + ":" + uid;
    }

    /** The {@code run_id} of the Redis process whose contents are known to be no older than the stores (rule 14); one year. */
    public String generation() {
        return base("0") + "GENERATION";
    }

    /** Held by the node that purges; seconds. */
    public String purging() {
        return base("0") + "PURGING";
    }

    /** Held by the node that does some work for all; seconds. */
    public String lock(String name) {
        return base("0") + "LOCK:" + name;
    }

    /** Matches every key of this installation. */
    public String all() {
        return prefix() + ":*";
    }

    /** True for what is only a copy of a store, or is written again by itself; such keys may be dropped at any time. */
    public boolean isCopy(String key) {
        return COPIES.stream().anyMatch(key::contains);
    }

    /** What is asked for in one call lies in one slot: a group's keys all do by its topic. */
    private static String place(String conversationId) {
        return GroupId.topicOf(conversationId);
    }

    private String group(String tenant, long groupId) {
        return base(tenant) + "group:" + groupId + ":";
    }
}

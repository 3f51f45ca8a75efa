package dev.curlew.boot;

import dev.curlew.api.conversation.CachedHeads;
import dev.curlew.api.conversation.CachedStandings;
import dev.curlew.api.conversation.CachedTotals;
import dev.curlew.api.conversation.Chats;
import dev.curlew.api.conversation.GroupBounds;
import dev.curlew.api.conversation.GroupChats;
import dev.curlew.api.conversation.GroupFaces;
import dev.curlew.api.conversation.GroupNewsSeen;
import dev.curlew.api.conversation.GroupSent;
import dev.curlew.api.conversation.GroupUncounted;
import dev.curlew.api.conversation.OwnStanding;
import dev.curlew.api.conversation.Positions;
import dev.curlew.api.conversation.RoutedHeads;
import dev.curlew.api.conversation.Uncounted;
import dev.curlew.api.conversation.UnreadCounter;
import dev.curlew.api.history.GroupHistory;
import dev.curlew.api.history.HistoryReader;
import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.sequencer.group.GroupReminding;
import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.UnreadTotals;
import dev.curlew.store.change.GroupChangeMaker;
import dev.curlew.store.group.GroupGaps;
import dev.curlew.store.group.GroupLatest;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.group.GroupVersions;
import dev.curlew.store.group.HotCopies;
import dev.curlew.store.mysql.GroupChangeRows;
import dev.curlew.store.mysql.GroupFileStore;
import dev.curlew.store.mysql.GroupMarks;
import dev.curlew.store.mysql.GroupMessageEdits;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupReads;
import dev.curlew.store.mysql.MessageTable;
import dev.curlew.store.mysql.TopicHeads;
import dev.curlew.store.mysql.TopicNumbers;
import dev.curlew.store.redis.GroupsSeen;
import dev.curlew.store.redis.LatestCache;
import java.util.List;
import java.util.function.BiConsumer;

/** What is read of conversations, of two and of groups, put together. */
final class ReadingParts {

    final Positions positions;
    final CachedStandings standings;
    final Chats chats;
    final UnreadTotals unread;
    final HistoryReader history;
    final GroupFaces faces;
    final GroupNewsSeen groupNews;
    final GroupMessageStore messages;
    final CachedHeads heads;
    final GroupMarks marks;
    final GroupChangeMaker groupChanges;

    ReadingParts(StoreClients stores, GroupReader groups, HotCopies hot, CacheAsideSets groupsOf) {
        MessageTable tables = stores.messageTables;
        messages = new GroupMessageStore(stores.mysql, tables);
        marks = new GroupMarks(stores.mysql, stores.databases, tables);
        GroupChangeRows changeRows = new GroupChangeRows(stores.mysql, stores.databases);
        TopicNumbers numbers = new TopicNumbers(stores.databases, tables);
        LatestCache latest = new LatestCache(stores.redis, stores.keys);
        TopicHeads topicHeads = new TopicHeads(stores.mysql, stores.databases, tables);
        heads = new CachedHeads(stores.positionCache, new RoutedHeads(topicHeads, stores.chatHeads));
        OwnStanding standing = new OwnStanding(
                stores.seqUsers,
                new GroupBounds(groups),
                new GroupVersions(stores.positionCache, changeRows),
                new GroupSent(stores.positionCache, messages));
        Uncounted uncounted = new Uncounted(
                stores.uncounted,
                stores.claims,
                stores.changeLog,
                new GroupUncounted(stores.uncounted, marks, topicHeads));
        positions = new Positions(stores.positionCache, heads, uncounted, standing);
        standings = new CachedStandings(heads, standing);
        GroupChats groupChats = new GroupChats(
                new GroupReads(stores.mysql, stores.databases),
                stores.conversations,
                heads,
                new GroupLatest(latest, topicHeads));
        chats = new Chats(stores.conversations, groupChats);
        unread = new CachedTotals(new UnreadCounter(positions, stores.conversations, chats), stores.totals, groupsOf);
        history = new HistoryReader(
                stores.messageCache,
                stores.messages,
                stores.claims,
                new GroupHistory(hot, messages, marks, new GroupGaps(stores.mysql, numbers, messages)));
        groupChanges = new GroupChangeMaker(
                stores.mysql,
                new GroupChangeMaker.Rows(
                        numbers,
                        new GroupMessageEdits(
                                stores.databases,
                                tables,
                                marks,
                                changeRows,
                                new GroupFileStore(stores.mysql, stores.databases)),
                        marks,
                        changeRows,
                        messages,
                        topicHeads),
                new GroupChangeMaker.Copies(stores.hot, stores.uncounted, stores.positionCache, latest),
                new GroupChangeMaker.Members(stores.seqUsers, stores.conversations, stores.conversationSettings),
                stores.announcements,
                stores.events,
                reminding(new GroupReminding(stores.reminders)));
        faces = new GroupFaces(groups, marks);
        groupNews = new GroupNewsSeen(
                groupChats, groups, standings, new GroupsSeen(stores.redis, stores.keys), stores.changes);
    }

    /** Who is away is reminded of what was released as of what was just said. */
    private static BiConsumer<String, Message> reminding(GroupReminding reminding) {
        return (tenant, message) -> reminding.remind(
                tenant, GroupId.ofMessages(message.conversationId()).orElseThrow(), List.of(message));
    }
}

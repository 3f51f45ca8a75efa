package dev.curlew.boot;

import dev.curlew.api.admin.DemoGroup;
import dev.curlew.api.group.AnnouncementViews;
import dev.curlew.api.group.FileViews;
import dev.curlew.api.group.GroupSpeech;
import dev.curlew.api.group.GroupViews;
import dev.curlew.api.group.JoinViews;
import dev.curlew.api.group.NamedUsers;
import dev.curlew.api.group.OnlineMembers;
import dev.curlew.api.http.AdminGroupRoutes;
import dev.curlew.api.http.AnnouncementRoutes;
import dev.curlew.api.http.GroupFileRoutes;
import dev.curlew.api.http.GroupMemberRoutes;
import dev.curlew.api.http.GroupRoutes;
import dev.curlew.api.http.JoinRequestRoutes;
import dev.curlew.api.http.Routes;
import dev.curlew.api.review.ReviewRules;
import dev.curlew.api.review.RiskWords;
import dev.curlew.api.send.GroupPlanner;
import dev.curlew.config.CurlewConfig;
import dev.curlew.store.CacheAsideSets;
import dev.curlew.store.Invalidation;
import dev.curlew.store.group.Departures;
import dev.curlew.store.group.GroupAnnouncements;
import dev.curlew.store.group.GroupChanges;
import dev.curlew.store.group.GroupCopies;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.group.Groups;
import dev.curlew.store.group.HotCopies;
import dev.curlew.store.group.JoinRequests;
import dev.curlew.store.group.KnownUsers;
import dev.curlew.store.group.MemberPages;
import dev.curlew.store.group.MemberRoles;
import dev.curlew.store.group.MemberShards;
import dev.curlew.store.group.MembershipNews;
import dev.curlew.store.group.Memberships;
import dev.curlew.store.group.MutedMembers;
import dev.curlew.store.mysql.AnnouncementReads;
import dev.curlew.store.mysql.AnnouncementRows;
import dev.curlew.store.mysql.DepartureStore;
import dev.curlew.store.mysql.GroupFileStore;
import dev.curlew.store.mysql.GroupMemberRows;
import dev.curlew.store.mysql.GroupMessageStore;
import dev.curlew.store.mysql.GroupMessageWriter;
import dev.curlew.store.mysql.GroupReads;
import dev.curlew.store.mysql.GroupRows;
import dev.curlew.store.mysql.GroupSetSource;
import dev.curlew.store.mysql.InvitationReads;
import dev.curlew.store.mysql.JoinRequestRows;
import dev.curlew.store.mysql.PairSets;
import dev.curlew.store.mysql.TopicNumbers;
import dev.curlew.store.redis.MutedCache;
import dev.curlew.store.redis.PageCache;
import dev.curlew.store.redis.SetCache;
import dev.curlew.store.redis.ShardCache;
import dev.curlew.store.redis.ValueCache;
import java.time.Clock;
import java.util.List;

/** Groups, put together. */
final class GroupParts {

    final GroupReader reader;
    final HotCopies hot;
    final CacheAsideSets groupsOf;
    final MutedMembers muted;
    final MemberShards shards;
    final GroupChanges changes;
    final Memberships memberships;
    final OnlineMembers online;
    final GroupViews views;
    final GroupSpeech speech;
    final Departures departures;
    final List<Routes> routes;
    final DemoGroup demo;
    final GroupFileStore files;
    final GroupMessageStore messages;
    final GroupMessageWriter writer;
    final GroupPlanner planner;
    final ReviewRules reviews;

    /** @param news tells gateways who came and who went */
    GroupParts(CurlewConfig config, StoreClients stores, AccountParts accounts, MembershipNews news) {
        long ttl = config.redis().cacheTtlSeconds();
        ValueCache values = new ValueCache(stores.redis, ttl);
        MutedCache mutedCache = new MutedCache(stores.redis, ttl);
        SetCache sets = stores.setCache;
        Invalidation invalidation = stores.invalidation;
        CacheAsideSets members = new CacheAsideSets(
                stores.keys::groupMembers, sets, invalidation, GroupSetSource.members(stores.mysql, stores.databases));
        CacheAsideSets admins = new CacheAsideSets(
                stores.keys::groupAdmins, sets, invalidation, GroupSetSource.admins(stores.mysql, stores.databases));
        groupsOf = new CacheAsideSets(
                stores.keys::groupsOf, sets, invalidation, PairSets.groups(stores.mysql, stores.databases));

        GroupReads reads = new GroupReads(stores.mysql, stores.databases);
        reader = new GroupReader(reads, stores.keys, values, invalidation, members, admins);
        hot = hot(config, stores, reader);
        muted = new MutedMembers(reads, stores.keys, mutedCache, invalidation);

        GroupRows rows = new GroupRows(stores.databases);
        GroupMemberRows memberRows = new GroupMemberRows(stores.databases);
        TopicNumbers numbers = new TopicNumbers(stores.databases, stores.messageTables);
        KnownUsers known = new KnownUsers(reads);
        shards = shards(stores, ttl, reader);
        GroupCopies copies =
                new GroupCopies(stores.keys, values, mutedCache, invalidation, members, admins, groupsOf, shards);
        changes = new GroupChanges(stores.mysql, rows, memberRows, accounts.notices, copies, news);
        Groups groups = new Groups(changes, rows, memberRows, numbers, known);
        demo = new DemoGroup(groups, accounts.users);
        JoinRequestRows requestRows = new JoinRequestRows(stores.mysql, stores.databases);
        memberships = new Memberships(changes, memberRows, numbers, known, requestRows);
        MemberRoles roles = new MemberRoles(changes, memberRows, reads, known);

        MemberPages pages = new MemberPages(reads, stores.keys, new PageCache(stores.redis, ttl));
        online = new OnlineMembers(reader, reads, stores.presence, accounts.relations.rules);
        views = new GroupViews(reader, reads, pages, online, accounts.directory, Clock.systemUTC());
        departures = new Departures(
                new DepartureStore(stores.mysql, stores.databases),
                reads,
                groups,
                memberships,
                roles,
                accounts.relations.friendships);
        speech = new GroupSpeech(reader, muted, Clock.systemUTC());
        JoinRequests requests = new JoinRequests(changes, reader, memberships, requestRows);
        InvitationReads invitations = new InvitationReads(stores.mysql, stores.databases);
        GroupAnnouncements announcements =
                new GroupAnnouncements(stores.mysql, changes, reader, new AnnouncementRows(stores.databases));
        AnnouncementReads announced = new AnnouncementReads(stores.mysql, stores.databases);
        files = new GroupFileStore(stores.mysql, stores.databases);
        messages = new GroupMessageStore(stores.mysql, stores.messageTables);
        writer = new GroupMessageWriter(
                stores.mysql, stores.databases, stores.messageTables, messages, files, accounts.tenants);
        reviews = new ReviewRules(accounts.tenants, new RiskWords());
        planner = new GroupPlanner(accounts.directory, speech, reader, messages, reviews);
        routes = List.of(
                new GroupRoutes(groups, views),
                new GroupMemberRoutes(memberships, roles, views),
                new JoinRequestRoutes(requests, new JoinViews(reader, requestRows, invitations)),
                new AnnouncementRoutes(announcements, new AnnouncementViews(reader, announced)),
                new GroupFileRoutes(new FileViews(reader, files)),
                new AdminGroupRoutes(
                        groups,
                        memberships,
                        roles,
                        views,
                        new NamedUsers(accounts.directory),
                        accounts.tenants,
                        config.tenant().defaultTenant()));
    }

    private static HotCopies hot(CurlewConfig config, StoreClients stores, GroupReader reader) {
        int large = config.group().largeThreshold();
        return new HotCopies(stores.hot, stores.hotAccount, reader, stores.invalidation.fallbacks(), large);
    }

    private static MemberShards shards(StoreClients stores, long ttl, GroupReader reader) {
        ShardCache cache = new ShardCache(stores.redis, stores.keys, ttl);
        return new MemberShards(stores.keys, cache, stores.invalidation, reader::members);
    }
}

package dev.curlew.boot;

import dev.curlew.api.http.RelationRoutes;
import dev.curlew.api.relation.RelationDesk;
import dev.curlew.api.relation.RelationRules;
import dev.curlew.api.send.LiveEvents;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.mysql.BlockStore;
import dev.curlew.store.mysql.FriendRequestStore;
import dev.curlew.store.mysql.FriendStore;
import dev.curlew.store.notice.Notices;
import dev.curlew.store.relation.Friendships;
import io.vertx.core.Vertx;

/** Friends, requests and blocking, put together. */
final class RelationParts {

    final RelationRules rules;
    final RelationRoutes routes;
    final Friendships friendships;

    RelationParts(Vertx vertx, StoreClients stores, TenantDirectory tenants, UserDirectory users, Notices notices) {
        rules = new RelationRules(tenants, stores.relations);
        FriendStore friends = new FriendStore(stores.mysql, stores.databases);
        FriendRequestStore requests = new FriendRequestStore(stores.mysql, stores.databases);
        friendships = new Friendships(stores.mysql, friends, requests, stores.relations, notices);
        RelationDesk.Stores lists =
                new RelationDesk.Stores(friends, requests, new BlockStore(stores.mysql, stores.databases));
        LiveEvents events = new LiveEvents(vertx.eventBus(), stores.presence, stores.conversationSettings);
        routes = new RelationRoutes(new RelationDesk(lists, friendships, stores.relations, rules, users, events));
    }
}

package dev.curlew.api.admin;

import dev.curlew.store.group.GroupActor;
import dev.curlew.store.group.Groups;
import dev.curlew.store.mysql.MysqlPool;
import dev.curlew.store.mysql.UserStore;
import io.vertx.core.Future;
import java.util.List;

/** A group of the three demo users; development only. What became of it stays as it is. */
public final class DemoGroup {

    /** Its number, which the server gives to no other group. */
    public static final long ID = 10_000;

    private static final List<String> MEMBERS = List.of("alice", "bob", "carol");

    private final Groups groups;
    private final UserStore users;

    public DemoGroup(Groups groups, UserStore users) {
        this.groups = groups;
        this.users = users;
    }

    /** After the users were made. Safe to repeat, and to run on several nodes at once: the number is there only once. */
    public Future<Void> make() {
        return users.uids(DemoData.TENANT, MEMBERS).compose(uids -> {
            if (!uids.keySet().containsAll(MEMBERS)) {
                return Future.succeededFuture();
            }
            Groups.NewGroup demo = new Groups.NewGroup(
                    ID,
                    "Demo",
                    GroupActor.SYSTEM,
                    uids.get(MEMBERS.get(0)),
                    MEMBERS.stream().map(uids::get).toList());
            return groups.create(DemoData.TENANT, demo)
                    .<Void>mapEmpty()
                    .recover(failure ->
                            MysqlPool.duplicateKey(failure) ? Future.succeededFuture() : Future.failedFuture(failure));
        });
    }
}

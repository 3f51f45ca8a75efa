package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.UserJson;
import dev.curlew.api.group.GroupViews;
import dev.curlew.api.group.GroupViews.Slice;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import io.vertx.core.Future;
import java.util.Optional;

/** {@code bootstrap}: the first screen in one call: me, the first pages of conversations and groups, the unread total. */
public final class BootstrapOperation implements Operation {

    private static final int GROUPS = 200;

    private final UserDirectory users;
    private final GroupViews groups;
    private final ConversationsOperation conversations;
    private final UnreadOperation unread;

    public BootstrapOperation(
            UserDirectory users, GroupViews groups, ConversationsOperation conversations, UnreadOperation unread) {
        this.users = users;
        this.groups = groups;
        this.conversations = conversations;
        this.unread = unread;
    }

    @Override
    public String name() {
        return "bootstrap";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        return Future.all(
                        users.find(caller.tenant(), caller.uid()),
                        conversations.run(caller, Json.object()),
                        unread.run(caller, Json.object()),
                        groups.mine(caller, new Slice(null, GROUPS)))
                .map(all -> {
                    UserProfile me =
                            all.<Optional<UserProfile>>resultAt(0).orElseThrow(() -> ApiException.notFound("User"));
                    ObjectNode reply = Json.object();
                    reply.set("me", UserJson.of(me, true));
                    reply.setAll(all.<ObjectNode>resultAt(1));
                    ObjectNode mine = all.resultAt(3);
                    reply.set("groups", mine.get("groups"));
                    reply.set("groups_next_cursor", mine.get("next_cursor"));
                    reply.setAll(all.<ObjectNode>resultAt(2));
                    return reply;
                });
    }
}

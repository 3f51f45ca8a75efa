package dev.curlew.api.change;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.group.NumberCursor;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.Group;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.store.chat.SeqUserStore;
import dev.curlew.store.group.GroupReader;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who has seen a message of a group: asked of the read positions, page by page. */
public final class GroupReceipts {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 200;

    private final GroupDesk desk;
    private final GroupReader groups;
    private final SeqUserStore users;

    public GroupReceipts(GroupDesk desk, GroupReader groups, SeqUserStore users) {
        this.desk = desk;
        this.groups = groups;
        this.users = users;
    }

    Future<ObjectNode> of(Caller caller, GroupId group, ObjectNode data) {
        long seq = Fields.number(data, "seq", 1, Long.MAX_VALUE);
        int limit =
                Fields.present(data, "limit") ? (int) Fields.number(data, "limit", 1, LARGEST_LIMIT) : DEFAULT_LIMIT;
        long after = NumberCursor.decode(Fields.optionalText(data, "cursor", 64));
        String tenant = caller.tenant();
        String id = group.conversation();
        return desk.visible(caller, group, seq).compose(stored -> {
            long sender = stored.message().sendUid();
            return groups.former(tenant, group).compose(former -> {
                Set<Long> except = new HashSet<>(former);
                except.add(sender);
                return Future.all(
                                users.readers(tenant, id, seq, except, after, limit + 1),
                                users.readerCount(tenant, id, seq, except),
                                groups.find(tenant, group),
                                groups.isMember(tenant, group.value(), sender))
                        .map(all -> {
                            int others = all.<Optional<Group>>resultAt(2)
                                            .map(Group::memberCount)
                                            .orElse(0)
                                    - (all.<Boolean>resultAt(3) ? 1 : 0);
                            return reply(all.resultAt(0), all.<Long>resultAt(1), others, limit);
                        });
            });
        });
    }

    private static ObjectNode reply(List<Long> readers, long count, int others, int limit) {
        ObjectNode reply = Json.object().put("read_count", count).put("unread_count", Math.max(0, others - count));
        List<Long> page = readers.size() > limit ? readers.subList(0, limit) : readers;
        ArrayNode uids = reply.putArray("uids");
        page.forEach(uids::add);
        return readers.size() > limit
                ? reply.put("next_cursor", NumberCursor.encode(page.get(limit - 1)))
                : reply.putNull("next_cursor");
    }
}

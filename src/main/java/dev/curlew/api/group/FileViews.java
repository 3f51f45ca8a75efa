package dev.curlew.api.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.group.GroupViews.Slice;
import dev.curlew.domain.GroupAction;
import dev.curlew.domain.GroupFile;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.store.group.GroupReader;
import dev.curlew.store.mysql.GroupFileStore;
import io.vertx.core.Future;

/** Files of a group as a member may see them. */
public final class FileViews {

    private final GroupReader groups;
    private final GroupFileStore files;

    public FileViews(GroupReader groups, GroupFileStore files) {
        this.groups = groups;
        this.files = files;
    }

    /** Newest first, of the messages that the caller may read. */
    public Future<ObjectNode> page(Caller caller, GroupId id, Slice slice) {
        long before = NumberPages.before(slice);
        return groups.require(caller.tenant(), id, caller.uid(), GroupAction.SEE_FILES)
                .compose(seen -> files.page(caller.tenant(), id, seen.member().bounds(), before, slice.limit() + 1))
                .map(found -> NumberPages.reply("files", found, slice.limit(), GroupFileStore::place, FileViews::json));
    }

    private static ObjectNode json(GroupFile file) {
        return Json.object()
                .put("id", file.id())
                .put("seq", file.seq())
                .put("position", file.position())
                .put("from_uid", file.fromUid())
                .put("url", file.objectKey())
                .put("name", file.name())
                .put("mime", file.mime())
                .put("size", file.size())
                .put("created_at", file.createdAt());
    }
}

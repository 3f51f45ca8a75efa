package dev.curlew.api.op;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.conversation.Positions;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.ConversationIndex;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code seqs}: where the caller stands in some conversations, or in all. */
public final class SeqsOperation implements Operation {

    private static final int MOST = 5_000;

    private final Readable readable;
    private final Positions positions;
    private final ConversationIndex index;

    public SeqsOperation(Readable readable, Positions positions, ConversationIndex index) {
        this.readable = readable;
        this.positions = positions;
        this.index = index;
    }

    @Override
    public String name() {
        return "seqs";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        Future<? extends Collection<String>> ids = Fields.present(data, "conversation_ids")
                ? readable.all(caller, asked(data.get("conversation_ids"))).map(Map::keySet)
                : all(caller);
        return ids.compose(wanted -> positions.views(caller.tenant(), caller.uid(), wanted))
                .map(views -> {
                    ObjectNode reply = Json.object();
                    ArrayNode list = reply.putArray("conversations");
                    views.forEach((id, view) -> put(list.addObject(), id, view));
                    return reply;
                });
    }

    /** Those in the caller's list, and the notifications of the caller's groups, which are in none. */
    private Future<Set<String>> all(Caller caller) {
        return Future.all(index.ids(caller.tenant(), caller.uid(), "", MOST), readable.notices(caller, MOST))
                .map(both -> {
                    Set<String> ids = new LinkedHashSet<>(both.<List<String>>resultAt(0));
                    ids.addAll(both.<List<String>>resultAt(1));
                    return ids;
                });
    }

    static void put(ObjectNode node, String id, Positions.View view) {
        node.put("conversation_id", id);
        node.put("max_seq", view.maxSeq());
        node.put("min_seq", view.minSeq());
        node.put("read_seq", view.readSeq());
        node.put("peer_read_seq", view.peerReadSeq());
        node.put("unread", view.unread());
        node.put("version", view.version());
    }

    private static Set<String> asked(JsonNode list) {
        if (!list.isArray() || list.size() > MOST) {
            throw ApiException.invalid("conversation_ids has to be a list of at most " + MOST + ".");
        }
        Set<String> ids = new LinkedHashSet<>();
        for (JsonNode id : list) {
            if (!id.isTextual()) {
                throw ApiException.invalid("conversation_ids has to hold texts.");
            }
            ids.add(id.textValue());
        }
        return ids;
    }
}

package dev.curlew.store.change;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Cleared;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Reviewed;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.domain.Change.Settings;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Line;
import java.util.Set;

/** Changes as clients are told of them. */
public final class ChangeEvents {

    /** Kept with settings, of no use to a client. */
    private static final Set<String> INTERNAL = Set.of("burn_from_seq");

    private ChangeEvents() {}

    /** An entry of {@code changes}; what was released is to be put in by whoever knows how the reader sees it. */
    public static ObjectNode entry(Change change) {
        ObjectNode node = Json.object().put("kind", name(change.what()));
        fill(node, change);
        return node.put("time", change.time());
    }

    /** The event of a change; null for a change of settings, of which {@code conversation} tells. */
    static String event(Change change) {
        if (change.what() instanceof Settings) {
            return null;
        }
        ObjectNode data = Json.object().put("conversation_id", change.conversationId());
        fill(data, change);
        ObjectNode event = Json.object().put("event", name(change.what()));
        event.set("data", data);
        return Json.text(event);
    }

    /** The event of a release: what to ask about, and from where. */
    static String released(Change change, long head) {
        ObjectNode event = Json.object().put("event", "sync");
        event.putObject("data")
                .putArray("conversations")
                .addObject()
                .put("conversation_id", change.conversationId())
                .put("max_seq", head)
                .put("version", change.version());
        return Json.text(event);
    }

    /** Rejected means to clients that there is none. */
    private static String name(Change.What what) {
        return what instanceof Reviewed reviewed && !reviewed.passed() ? "deleted" : what.kind();
    }

    /** What its event is a newer state of. */
    static Line line(Change change) {
        if (change.what() instanceof Revoked revoked) {
            return Line.message(revoked.seq(), change.version());
        }
        return change.what() instanceof Edited edited
                ? Line.message(edited.seq(), change.version())
                : Line.change(change.version());
    }

    private static void fill(ObjectNode node, Change change) {
        node.put("version", change.version());
        if (change.what() instanceof Revoked revoked) {
            node.put("seq", revoked.seq())
                    .put("uid", change.uid())
                    .put("role", revoked.role())
                    .put("nickname", revoked.nickname())
                    .put("time", change.time());
        } else if (change.what() instanceof Edited edited) {
            node.put("seq", edited.seq()).put("uid", change.uid());
            node.putRawValue("content", new RawValue(edited.content()));
        } else if (change.what() instanceof Reviewed reviewed) {
            if (reviewed.passed()) {
                node.put("seq", reviewed.seq());
            } else {
                node.putArray("seqs").add(reviewed.seq());
                node.put("scope", "all").put("uid", change.uid());
            }
        } else if (change.what() instanceof Deleted deleted) {
            ArrayNode seqs = node.putArray("seqs");
            deleted.seqs().forEach(seqs::add);
            node.put("scope", change.concernsAll() ? "all" : "self").put("uid", change.uid());
        } else if (change.what() instanceof Cleared cleared) {
            node.put("min_seq", cleared.minSeq());
        } else if (change.what() instanceof Settings settings) {
            settings.values().forEach((name, value) -> {
                if (!INTERNAL.contains(name)) {
                    node.putPOJO(name, value);
                }
            });
        }
    }
}

package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Change.Cleared;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Reviewed;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.domain.Change.Settings;
import dev.curlew.domain.Change.What;
import dev.curlew.protocol.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What happened, as JSON beside the kind of it. */
final class ChangeBodies {

    private ChangeBodies() {}

    static ObjectNode body(What what) {
        ObjectNode body = Json.object();
        if (what instanceof Revoked revoked) {
            body.put("seq", revoked.seq()).put("role", revoked.role()).put("nickname", revoked.nickname());
        } else if (what instanceof Edited edited) {
            body.put("seq", edited.seq()).put("content", edited.content()).put("expected", edited.expected());
        } else if (what instanceof Deleted deleted) {
            ArrayNode seqs = body.putArray("seqs");
            deleted.seqs().forEach(seqs::add);
        } else if (what instanceof Reviewed reviewed) {
            body.put("seq", reviewed.seq()).put("reviewer", reviewed.reviewer()).put("reason", reviewed.reason());
        } else if (what instanceof Cleared cleared) {
            body.put("min_seq", cleared.minSeq());
        } else if (what instanceof Settings settings) {
            body.set("values", Json.mapper().valueToTree(settings.values()));
        }
        return body;
    }

    static What what(String kind, ObjectNode body) {
        return switch (kind) {
            case "revoked" ->
                new Revoked(
                        body.path("seq").asLong(),
                        body.path("role").asInt(),
                        body.path("nickname").asText());
            case "edited" ->
                new Edited(
                        body.path("seq").asLong(),
                        body.path("content").asText(),
                        body.path("expected").asLong());
            case "deleted" -> {
                List<Long> seqs = new ArrayList<>();
                body.path("seqs").forEach(seq -> seqs.add(seq.asLong()));
                yield new Deleted(seqs);
            }
            case "released", "rejected" ->
                new Reviewed(
                        body.path("seq").asLong(),
                        kind.equals("released"),
                        body.path("reviewer").asText(),
                        body.path("reason").asText());
            case "cleared" -> new Cleared(body.path("min_seq").asLong());
            case "settings" -> {
                Map<String, Object> values = new LinkedHashMap<>();
                body.path("values")
                        .fields()
                        .forEachRemaining(field ->
                                values.put(field.getKey(), Json.mapper().convertValue(field.getValue(), Object.class)));
                yield new Settings(values);
            }
            default -> throw new IllegalStateException("Unknown kind of change: " + kind);
        };
    }
}

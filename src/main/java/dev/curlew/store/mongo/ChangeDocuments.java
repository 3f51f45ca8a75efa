package dev.curlew.store.mongo;

import dev.curlew.domain.Change;
import dev.curlew.domain.Change.Cleared;
import dev.curlew.domain.Change.Deleted;
import dev.curlew.domain.Change.Edited;
import dev.curlew.domain.Change.Revoked;
import dev.curlew.domain.Change.Settings;
import dev.curlew.domain.Change.What;
import java.util.List;
import org.bson.Document;

/** Changes as documents of {@code conversation_change}. */
final class ChangeDocuments {

    private ChangeDocuments() {}

    static Document document(Change change) {
        What what = change.what();
        Document document = new Document("conversation_id", change.conversationId())
                .append("version", change.version())
                .append("kind", what.getClass().getSimpleName())
                .append("owner", change.owner())
                .append("uid", change.uid())
                .append("time", change.time());
        if (!what.seqs().isEmpty()) {
            document.append("seqs", what.seqs());
        }
        if (what instanceof Revoked revoked) {
            return document.append("role", revoked.role()).append("nickname", revoked.nickname());
        }
        if (what instanceof Edited edited) {
            return document.append("content", edited.content()).append("expected", edited.expected());
        }
        if (what instanceof Cleared cleared) {
            return document.append("min_seq", cleared.minSeq());
        }
        if (what instanceof Settings settings) {
            return document.append("values", new Document(settings.values()));
        }
        return document;
    }

    static Change change(Document document) {
        return new Change(
                document.getString("conversation_id"),
                document.getLong("version"),
                document.getLong("owner"),
                document.getLong("uid"),
                document.getLong("time"),
                what(document));
    }

    private static What what(Document document) {
        List<Long> seqs = document.getList("seqs", Long.class, List.of());
        return switch (document.getString("kind")) {
            case "Revoked" -> new Revoked(seqs.get(0), document.getInteger("role"), document.getString("nickname"));
            case "Edited" -> new Edited(seqs.get(0), document.getString("content"), document.getLong("expected"));
            case "Deleted" -> new Deleted(seqs);
            case "Cleared" -> new Cleared(document.getLong("min_seq"));
            case "Settings" -> new Settings(document.get("values", Document.class));
            default -> throw new IllegalStateException("Unknown kind of change: " + document.getString("kind"));
        };
    }
}

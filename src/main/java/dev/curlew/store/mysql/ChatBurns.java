package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.Json;
import dev.curlew.store.chat.BurnStore;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Table {@code im_burns}: what is to burn after it was read, and when. */
public final class ChatBurns implements BurnStore {

    private final MysqlPool pool;
    private final Databases databases;

    public ChatBurns(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    @Override
    public Future<Void> schedule(String tenant, Burn burn) {
        return pool.query(
                        "INSERT INTO " + table(tenant)
                                + " (conversation_id, reader, from_seq, to_seq, seqs, due) VALUES (?, ?, ?, ?, ?, ?)",
                        burn.conversationId(),
                        burn.reader(),
                        burn.fromSeq(),
                        burn.toSeq(),
                        Json.text(burn.seqs()),
                        burn.due())
                .mapEmpty();
    }

    @Override
    public Future<List<Burn>> due(String tenant, long time, int limit) {
        return pool.query(
                        "SELECT id, conversation_id, reader, from_seq, to_seq, CAST(seqs AS CHAR) AS seqs, due FROM "
                                + table(tenant) + " WHERE due <= ? ORDER BY due LIMIT ?",
                        time,
                        limit)
                .map(rows -> {
                    List<Burn> found = new ArrayList<>();
                    rows.forEach(row -> {
                        List<Long> seqs = new ArrayList<>();
                        Json.read(row.getString("seqs"), JsonNode.class).forEach(seq -> seqs.add(seq.longValue()));
                        found.add(new Burn(
                                Long.toString(row.getLong("id")),
                                row.getString("conversation_id"),
                                row.getLong("reader"),
                                row.getLong("from_seq"),
                                row.getLong("to_seq"),
                                seqs,
                                row.getLong("due")));
                    });
                    return found;
                });
    }

    @Override
    public Future<Void> remove(String tenant, Burn burn) {
        return pool.query("DELETE FROM " + table(tenant) + " WHERE id = ?", Long.parseLong(burn.id()))
                .mapEmpty();
    }

    private String table(String tenant) {
        return databases.tenant(tenant, "im_burns");
    }
}

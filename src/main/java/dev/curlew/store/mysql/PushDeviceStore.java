package dev.curlew.store.mysql;

import dev.curlew.store.PushTokens;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Table {@code push_devices} of each tenant's database. A token and a device id are with one account at a time, the last that set
 * them: otherwise a phone that changed hands would go on showing what is meant for its former owner.
 */
public final class PushDeviceStore implements PushTokens {

    /** An account keeps its newest so many; older ones are forgotten. */
    public static final int MOST_PER_USER = 20;

    private static final int MOST_ASKED = 1_000;

    private final MysqlPool pool;
    private final Databases databases;

    public PushDeviceStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.databases = databases;
    }

    /** A device of an account. */
    public record Device(String deviceId, String provider, String token) {}

    /** Takes the device, and the token wherever else it was, over to the account: one statement, so never to two. */
    public Future<Void> set(String tenant, long uid, Device device) {
        String table = devices(tenant);
        String sql = "REPLACE INTO " + table + " (device_id, uid, provider, token, updated_at) VALUES (?, ?, ?, ?, "
                + RevocationStore.NOW + ")";
        String older = "DELETE FROM " + table + " WHERE uid = ? AND device_id NOT IN (SELECT device_id FROM"
                + " (SELECT device_id FROM " + table
                + " WHERE uid = ? ORDER BY updated_at DESC, device_id = ? DESC LIMIT "
                + MOST_PER_USER + ") AS newest)";
        return pool.query(sql, device.deviceId(), uid, device.provider(), device.token())
                .compose(set -> pool.query(older, uid, uid, device.deviceId()))
                .mapEmpty();
    }

    /** Nothing happens when the device is not one of the account. */
    public Future<Void> remove(String tenant, long uid, String deviceId) {
        return pool.query("DELETE FROM " + devices(tenant) + " WHERE device_id = ? AND uid = ?", deviceId, uid)
                .mapEmpty();
    }

    @Override
    public Future<Map<Long, List<String>>> find(String tenant, String provider, Collection<Long> uids) {
        List<Long> all = List.copyOf(uids);
        Map<Long, List<String>> found = new HashMap<>();
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < all.size(); from += MOST_ASKED) {
            List<Long> some = all.subList(from, Math.min(all.size(), from + MOST_ASKED));
            chain = chain.compose(done -> read(tenant, provider, some, found));
        }
        return chain.map(found);
    }

    private Future<Void> read(String tenant, String provider, List<Long> uids, Map<Long, List<String>> found) {
        String sql = "SELECT uid, token FROM " + devices(tenant) + " WHERE provider = ? AND uid IN ("
                + MysqlPool.placeholders(uids.size()) + ")";
        Tuple values = Tuple.of(provider);
        Tuple padded = MysqlPool.padded(uids);
        for (int i = 0; i < padded.size(); i++) {
            values.addValue(padded.getValue(i));
        }
        return pool.query(sql, values)
                .onSuccess(rows ->
                        rows.forEach(row -> found.computeIfAbsent(row.getLong("uid"), uid -> new ArrayList<>(1))
                                .add(row.getString("token"))))
                .mapEmpty();
    }

    private String devices(String tenant) {
        return databases.tenant(tenant, "push_devices");
    }
}

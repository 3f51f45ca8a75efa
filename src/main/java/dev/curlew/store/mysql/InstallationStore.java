package dev.curlew.store.mysql;

import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/** Table {@code installation} of the control database: settings that the first node chooses for all. */
public final class InstallationStore {

    private final MysqlPool pool;
    private final String table;

    public InstallationStore(MysqlPool pool, Databases databases) {
        this.pool = pool;
        this.table = databases.control("installation");
    }

    /** The value it was begun with; where there is none yet, the given one is that from now on. */
    public Future<String> begunWith(String name, String value) {
        return pool.query("INSERT IGNORE INTO " + table + " (name, value) VALUES (?, ?)", Tuple.of(name, value))
                .compose(done -> pool.query("SELECT value FROM " + table + " WHERE name = ?", Tuple.of(name)))
                .map(rows -> rows.iterator().next().getString("value"));
    }
}

package dev.curlew.store.mysql;

import dev.curlew.config.MysqlConfig;
import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.SslMode;
import io.vertx.sqlclient.DatabaseException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection pool of the server, for all tenants: 500 tenants cost no more connections than one. Every call ends
 * within the configured time; what MySQL could not answer fails with 50300, and a statement MySQL refused keeps its
 * {@link DatabaseException}.
 */
public final class MysqlPool {

    private static final Logger LOG = LoggerFactory.getLogger(MysqlPool.class);
    private static final int DUPLICATE_KEY = 1062;
    private static final int DEADLOCK = 1213;
    private static final int MOST_TRIES = 5;
    private static final int UNKNOWN_DATABASE = 1049;
    private static final int NO_SUCH_TABLE = 1146;
    /** A text of another character set than the column it was compared with or put into. */
    private static final Set<Integer> UNFIT_TEXTS = Set.of(1267, 1366, 3988);

    private static final int IDLE_S = 20;
    private static final int LIFETIME_S = 1800;

    private final Pool pool;
    private final long timeoutMs;
    private final LongAdder asked = new LongAdder();
    private volatile boolean up = true;

    public MysqlPool(Vertx vertx, MysqlConfig config) {
        this.timeoutMs = config.timeoutMs();
        this.pool = MySQLBuilder.pool()
                .with(new PoolOptions()
                        .setMaxSize(config.poolSize())
                        .setMaxWaitQueueSize(config.maxWaiting())
                        .setConnectionTimeout(config.timeoutMs())
                        .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
                        .setIdleTimeout(IDLE_S)
                        .setIdleTimeoutUnit(TimeUnit.SECONDS)
                        .setMaxLifetime(LIFETIME_S)
                        .setMaxLifetimeUnit(TimeUnit.SECONDS))
                // A connection whose server fell silent is not given back to others: it is closed when nothing was read
                // for long.
                .with(new NetClientOptions()
                        .setConnectTimeout(config.timeoutMs())
                        .setReadIdleTimeout(Math.max(30, 3 * config.timeoutMs() / 1000))
                        .setIdleTimeoutUnit(TimeUnit.SECONDS)
                        .setTcpKeepAlive(true))
                .connectingTo(connectOptions(config))
                .using(vertx)
                .build();
    }

    public Future<RowSet<Row>> query(String sql, Object... values) {
        return query(sql, Tuple.tuple(Arrays.asList(values)));
    }

    public Future<RowSet<Row>> query(String sql, Tuple values) {
        return bounded(() -> pool.preparedQuery(sql).execute(values));
    }

    /** The statement once for each row of values, pipelined; not atomic. An empty batch does nothing. */
    public Future<Void> batch(String sql, List<Tuple> rows) {
        return rows.isEmpty()
                ? Future.succeededFuture()
                : bounded(() -> pool.preparedQuery(sql).executeBatch(rows)).mapEmpty();
    }

    /**
     * Commits when the work succeeds, else rolls back. A 50300 may stand for a commit whose answer was lost. What MySQL rolled back
     * because it stood in a circle with others is done once more, so the work may run several times.
     */
    public <T> Future<T> transaction(Function<SqlConnection, Future<T>> work) {
        return bounded(() -> pool.withTransaction(work));
    }

    /** The same for what touches many rows, or waits for what does: it has four times as long. */
    public <T> Future<T> longTransaction(Function<SqlConnection, Future<T>> work) {
        return bounded(() -> pool.withTransaction(work), 4 * timeoutMs);
    }

    public Future<Void> ping() {
        return query("SELECT 1").mapEmpty();
    }

    /** What is less durable than a strict installation asks for (rule 17), in words; empty when all is well. */
    public Future<List<String>> weaknesses() {
        return query("SELECT @@innodb_flush_log_at_trx_commit AS flushed").map(rows -> {
            Object flushed = rows.iterator().next().getValue("flushed");
            return "1".equals(String.valueOf(flushed))
                    ? List.of()
                    : List.of("MySQL has innodb_flush_log_at_trx_commit=" + flushed + ", 1 is needed");
        });
    }

    /** False after a call that MySQL did not answer, until one is answered again. */
    public boolean up() {
        return up;
    }

    public Future<Void> close() {
        return pool.close();
    }

    public static boolean duplicateKey(Throwable failure) {
        return failure instanceof DatabaseException e && e.getErrorCode() == DUPLICATE_KEY;
    }

    /** {@code ?,?,?}, its length rounded up to a power of two so that few different statements are prepared. */
    static String placeholders(int count) {
        return String.join(",", Collections.nCopies(rounded(count), "?"));
    }

    /** The values of {@link #placeholders}, the last one repeated. */
    static Tuple padded(List<?> values) {
        Tuple tuple = Tuple.tuple();
        values.forEach(tuple::addValue);
        for (int i = values.size(); i < rounded(values.size()); i++) {
            tuple.addValue(values.get(values.size() - 1));
        }
        return tuple;
    }

    /** Adds values for {@link #placeholders} to those of a statement; the last one is repeated as often as there is room. */
    static Tuple addPadded(Tuple values, Collection<?> more) {
        Object last = null;
        for (Object value : more) {
            values.addValue(value);
            last = value;
        }
        for (int i = more.size(); i < rounded(more.size()); i++) {
            values.addValue(last);
        }
        return values;
    }

    static int rounded(int count) {
        return count <= 1 ? 1 : Integer.highestOneBit(count - 1) << 1;
    }

    /** Requests sent so far; a statement of many rows is one, a transaction too. */
    public long requests() {
        return asked.sum();
    }

    private <T> Future<T> bounded(Supplier<Future<T>> call) {
        return bounded(call, timeoutMs);
    }

    private <T> Future<T> bounded(Supplier<Future<T>> call, long withinMs) {
        return untangled(call, 1)
                .timeout(withinMs, TimeUnit.MILLISECONDS)
                .recover(failure -> {
                    if (failure instanceof DatabaseException e && UNFIT_TEXTS.contains(e.getErrorCode())) {
                        up = true;
                        return Future.failedFuture(ApiException.invalid("a text has characters that cannot be in it."));
                    }
                    if (failure instanceof ApiException || aboutStatement(failure)) {
                        up = true;
                        return Future.failedFuture(notMigrated(failure) ? unavailable() : failure);
                    }
                    if (up) {
                        up = false;
                        LOG.warn("MySQL did not answer: {}", failure.toString());
                    }
                    return Future.failedFuture(unavailable());
                })
                .onSuccess(answered -> up = true);
    }

    /** A deadlock's victim has changed nothing: it only has to come again. */
    private <T> Future<T> untangled(Supplier<Future<T>> call, int tries) {
        asked.increment();
        return call.get().recover(failure -> {
            if (!(failure instanceof DatabaseException e) || e.getErrorCode() != DEADLOCK) {
                return Future.failedFuture(failure);
            }
            return tries < MOST_TRIES
                    ? untangled(call, tries + 1)
                    : Future.failedFuture(ApiException.unavailable("Too many change the same at once."));
        });
    }

    private static ApiException unavailable() {
        return ApiException.unavailable("The database does not answer.");
    }

    /** SQLSTATE classes 21 to 23 and 42 are about the statement; anything else is about the server or the way to it. */
    private static boolean aboutStatement(Throwable failure) {
        String state = failure instanceof DatabaseException e ? e.getSqlState() : null;
        return state != null
                && List.of("21", "22", "23", "42").contains(state.substring(0, Math.min(2, state.length())));
    }

    /** The server is there, its tables are not yet. */
    private static boolean notMigrated(Throwable failure) {
        return failure instanceof DatabaseException e
                && (e.getErrorCode() == UNKNOWN_DATABASE || e.getErrorCode() == NO_SUCH_TABLE);
    }

    private static MySQLConnectOptions connectOptions(MysqlConfig config) {
        SslMode ssl = SslMode.valueOf(config.sslMode().toUpperCase(Locale.ROOT).replace('-', '_'));
        MySQLConnectOptions options = new MySQLConnectOptions()
                .setHost(config.host())
                .setPort(config.port())
                .setUser(config.user())
                .setPassword(config.password())
                .setCharset("utf8mb4")
                .setCollation("utf8mb4_unicode_ci")
                .setCachePreparedStatements(true)
                .setPreparedStatementCacheMaxSize(512)
                .setSslMode(ssl);
        if (ssl != SslMode.DISABLED) {
            boolean named = ssl == SslMode.VERIFY_IDENTITY;
            options.setSslOptions(new ClientSSLOptions()
                    .setTrustAll(ssl == SslMode.PREFERRED || ssl == SslMode.REQUIRED)
                    .setHostnameVerificationAlgorithm(named ? "HTTPS" : ""));
        }
        return options;
    }
}

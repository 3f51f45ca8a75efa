package dev.curlew.store.mysql;

import dev.curlew.config.MysqlConfig.GroupTables;
import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which table holds a message: statements on messages ask here and name no table themselves. Messages that are no group's are in
 * {@code im_messages}. Those of groups are in {@code im_group_messages}, or, by the setting, each in the table of the month (UTC) it was
 * sent in, {@code im_group_messages_202611}; then {@code im_group_seq} knows the month of each number, and has the tombstones. Whatever
 * is asked about numbers without reading messages is asked of {@link #numbers}, which has the same columns either way.
 */
public final class MessageTable {

    /** Longest topic or conversation id that has a place in the tables. */
    public static final int MAX_TOPIC = 64;

    static final String GROUP = "im_group_messages";
    static final String NUMBERS = "im_group_seq";
    private static final String OTHERS = "im_messages";
    private static final Pattern GROUP_TOPIC = Pattern.compile("(grp|sg)_.+");

    private final Databases databases;
    private final GroupTables kept;

    public MessageTable(Databases databases, GroupTables kept) {
        this.databases = databases;
        this.kept = kept;
    }

    /** Sends a statement, within a transaction or without one. */
    interface Asking {

        Future<RowSet<Row>> ask(String sql, Tuple values);

        static Asking within(SqlConnection transaction) {
            return (sql, values) -> transaction.preparedQuery(sql).execute(values);
        }
    }

    /**
     * The table that takes a message, quoted and with its database.
     *
     * @param topic of a group, or a conversation id
     * @param seq its number, from 1
     * @param createdAt milliseconds; stays the same when a message is stored again
     */
    public String forMessage(String tenant, String topic, long seq, long createdAt) {
        if (seq < 1 || createdAt < 0) {
            throw ApiException.invalid("A message has a number from 1 and a time.");
        }
        String name = name(topic);
        return name.equals(GROUP) ? ofMonth(tenant, month(createdAt)) : databases.tenant(tenant, name);
    }

    /** Whether each month has a table of its own. */
    boolean monthly() {
        return kept == GroupTables.MONTHLY;
    }

    /** Where it is said of each number of groups who has it and what became of it. */
    String numbers(String tenant) {
        return databases.tenant(tenant, monthly() ? NUMBERS : GROUP);
    }

    /** {@code YYYYMM} of a time in milliseconds, or 0 where all times have one table. */
    int month(long ms) {
        YearMonth month = YearMonth.from(Instant.ofEpochMilli(ms).atOffset(ZoneOffset.UTC));
        return monthly() ? month.getYear() * 100 + month.getMonthValue() : 0;
    }

    /** @param month 0: the one table, which has what came before there was one for each month */
    String ofMonth(String tenant, int month) {
        return databases.tenant(tenant, month == 0 ? GROUP : GROUP + "_" + month);
    }

    /** The tables that hold messages of a group with these numbers, both included, the oldest first. */
    Future<List<String>> holding(Asking asking, String tenant, String topic, long from, long to) {
        if (from > to) {
            return Future.succeededFuture(List.of());
        }
        if (!monthly()) {
            return Future.succeededFuture(List.of(ofMonth(tenant, 0)));
        }
        String sql = "SELECT DISTINCT month FROM " + numbers(tenant)
                + " WHERE topic = ? AND seqid BETWEEN ? AND ? AND month IS NOT NULL ORDER BY month";
        return asking.ask(sql, Tuple.of(topic, from, to)).map(rows -> {
            List<String> tables = new ArrayList<>();
            rows.forEach(row -> tables.add(ofMonth(tenant, row.getInteger("month"))));
            return tables;
        });
    }

    /** What is noted about groups' messages, so that reading need not look into them. */
    String marks(String tenant) {
        return databases.tenant(tenant, "im_group_marks");
    }

    private static String name(String topic) {
        if (topic == null || topic.isEmpty() || topic.length() > MAX_TOPIC) {
            throw ApiException.invalid("A topic has 1 to " + MAX_TOPIC + " characters.");
        }
        return GROUP_TOPIC.matcher(topic).matches() ? GROUP : OTHERS;
    }
}

package dev.curlew.sequencer;

import dev.curlew.domain.Message;
import dev.curlew.protocol.Origin;
import dev.curlew.protocol.SendRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One message of a batch with every record that asked for it: repeats of one client id are one message (rule 1). */
final class Draft {

    private final List<SendRecord> records = new ArrayList<>(1);

    private Draft() {}

    /** Joins repeats, in the order of the first record of each. */
    static Collection<Draft> join(List<SendRecord> batch) {
        Map<String, Draft> byId = new LinkedHashMap<>();
        batch.forEach(record -> byId.computeIfAbsent(record.message().serverMsgId(), id -> new Draft())
                .records
                .add(record));
        return byId.values();
    }

    Message message() {
        return records.get(0).message();
    }

    Origin origin() {
        return records.get(0).origin();
    }

    String id() {
        return message().serverMsgId();
    }

    List<SendRecord> records() {
        return records;
    }

    /** The record whose attempt took the place, or null when another try did, whose record is elsewhere. */
    SendRecord recordOf(String attempt) {
        return records.stream()
                .filter(record -> record.origin().attempt().equals(attempt))
                .findFirst()
                .orElse(null);
    }
}

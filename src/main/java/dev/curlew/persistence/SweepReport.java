package dev.curlew.persistence;

import org.slf4j.Logger;

/** What one pass over a tenant found. */
final class SweepReport {

    long conversations;
    long readsRepaired;
    long messagesRepaired;
    long messagesMissing;

    void log(Logger log, String tenant, long tookMs) {
        if (readsRepaired + messagesRepaired + messagesMissing == 0) {
            log.debug("Sweep, tenant {}, {} conversations in {} ms: all well", tenant, conversations, tookMs);
        } else {
            log.warn(
                    "Sweep, tenant {}, {} conversations in {} ms, read positions put right {}, messages put back {}, missing: {}",
                    tenant,
                    conversations,
                    tookMs,
                    readsRepaired,
                    messagesRepaired,
                    messagesMissing);
        }
    }

    void clear() {
        conversations = 0;
        readsRepaired = 0;
        messagesRepaired = 0;
        messagesMissing = 0;
    }
}

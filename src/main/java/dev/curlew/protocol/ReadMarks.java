package dev.curlew.protocol;

import java.util.List;

/**
 * Messages a recipient has seen, to be marked one by one (B-074).
 *
 * @param reader the recipient
 * @param fromSeq first of a run of numbers seen
 * @param toSeq last of it; below {@code fromSeq} when there is no run
 * @param seqs single numbers seen
 * @param readTime server clock, milliseconds
 * @param tries how often this was put off because a message was not stored yet
 */
public record ReadMarks(
        String tenant,
        String conversationId,
        long reader,
        long fromSeq,
        long toSeq,
        List<Long> seqs,
        long readTime,
        int tries)
        implements StoreRecord {

    public ReadMarks again() {
        return new ReadMarks(tenant, conversationId, reader, fromSeq, toSeq, seqs, readTime, tries + 1);
    }
}

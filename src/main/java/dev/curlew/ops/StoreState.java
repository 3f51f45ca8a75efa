package dev.curlew.ops;

import java.time.Instant;

/** What the last check of a store found.
 *
 * @param up it answered
 * @param since when it came to be so
 * @param error one line about the failure, without credentials; empty while up
 * @param peersReach while down: another node still reaches it */
public record StoreState(boolean up, Instant since, String error, boolean peersReach) {}

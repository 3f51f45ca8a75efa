package dev.curlew.api.auth;

import java.util.function.Predicate;

/** Ends sockets of this node: called when a revocation is learned of (rule 15). */
public interface SessionEnder {

    /** Sends {@code kick} with the reason and closes with the code every session whose token matches. */
    void end(Predicate<TokenGuard.Verified> which, int closeCode, String reason);
}

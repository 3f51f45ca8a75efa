package dev.curlew.store.mongo;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** Tells a taken key from other failures, whichever call it came from. */
final class MongoErrors {

    private static final int DUPLICATE_KEY = 11_000;

    /**
     * What a server says that is being stopped, or is handing over, to those it had begun to answer: ShutdownInProgress,
     * PrimarySteppedDown, ExceededTimeLimit, NotWritablePrimary, InterruptedAtShutdown, InterruptedDueToReplStateChange,
     * NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
     */
    private static final Set<Integer> LEAVING = Set.of(91, 189, 262, 10_107, 11_600, 11_602, 13_435, 13_436);

    private MongoErrors() {}

    /** True when the store could not be asked or did not answer, so that the outcome is unknown and a retry may help. */
    static boolean isAway(Throwable failure) {
        return failure instanceof TimeoutException
                || failure instanceof MongoTimeoutException
                || failure instanceof MongoSocketException
                || failure instanceof MongoNotPrimaryException
                || failure instanceof MongoNodeIsRecoveringException
                || failure instanceof MongoConnectionPoolClearedException
                || failure instanceof MongoException refused && LEAVING.contains(refused.getCode());
    }

    /** True when nothing but taken keys kept the call from its work. */
    static boolean isDuplicate(Throwable failure) {
        if (failure instanceof MongoBulkWriteException bulk) {
            return bulk.getWriteConcernError() == null
                    && bulk.getWriteErrors().stream().allMatch(error -> error.getCode() == DUPLICATE_KEY);
        }
        return failure instanceof MongoWriteException write && write.getError().getCode() == DUPLICATE_KEY
                || failure instanceof MongoCommandException refused && refused.getErrorCode() == DUPLICATE_KEY;
    }
}

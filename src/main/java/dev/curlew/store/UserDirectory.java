package dev.curlew.store;

import io.vertx.core.Future;
import java.util.Optional;

/** The users of a tenant as the message path needs them: answered from Redis, on a miss from MySQL, batched. */
public interface UserDirectory {

    Future<Optional<UserProfile>> find(String tenant, long uid);

    Future<Optional<UserProfile>> findByAccount(String tenant, String account);

    /** The public side of a user; secrets are never part of it. */
    record UserProfile(
            long uid, String account, String nickname, String faceUrl, String signature, String ex, boolean disabled) {

        /** Whether nothing but the uid is left: an account is empty only then. */
        public boolean deleted() {
            return account.isEmpty();
        }
    }
}

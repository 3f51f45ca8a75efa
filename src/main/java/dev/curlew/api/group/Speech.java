package dev.curlew.api.group;

import dev.curlew.domain.Group;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import java.util.Optional;

/** Who may speak in groups. */
public interface Speech {

    /**
     * What was found.
     *
     * @param refusal 40400, 40301 gone, 40302 muted, 40303 blocked, 40300 over; null when nothing is against it
     * @param group null where there is none
     */
    record Hearing(ApiException refusal, Group group) {

        public Optional<ApiException> refused() {
            return Optional.ofNullable(refusal);
        }
    }

    /** Whether a user may say something in a group. */
    Future<Hearing> hear(String tenant, GroupId group, long uid);
}

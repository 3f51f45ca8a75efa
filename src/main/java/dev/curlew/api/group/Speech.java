package dev.curlew.api.group;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import io.vertx.core.Future;
import java.util.Optional;

/** Who may speak in groups. */
public interface Speech {

    /** Why a user may not: 40400, 40301 gone, 40302 muted, 40303 blocked, 40300 over; empty when nothing is against it. */
    Future<Optional<ApiException>> refusal(String tenant, GroupId group, long uid);

    /** What members are told who may speak. */
    static ApiException notYet() {
        return new ApiException(ErrorCode.FORBIDDEN, "Groups take no messages in this version, only notifications.");
    }
}

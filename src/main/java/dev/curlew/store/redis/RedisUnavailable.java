package dev.curlew.store.redis;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;

/** Redis did not answer in time or is not reachable; the outcome of a write is unknown. Clients are told 50300. */
public final class RedisUnavailable extends ApiException {

    /** @param detail what went wrong, without secrets; it is logged and told */
    public RedisUnavailable(String detail) {
        super(ErrorCode.UNAVAILABLE, detail);
    }
}

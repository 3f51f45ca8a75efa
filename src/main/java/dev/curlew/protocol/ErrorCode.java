package dev.curlew.protocol;

import java.util.Arrays;
import java.util.Optional;

/** The error codes of the wire contract, each with its name on the wire, its HTTP status and whether a retry can help. */
public enum ErrorCode {
    BAD_REQUEST(40000, "bad_request", 400, false),
    INVALID_JSON(40001, "invalid_json", 400, false),
    INVALID_ARGUMENT(40002, "invalid_argument", 400, false),
    UNKNOWN_OP(40003, "unknown_op", 400, false),
    TOO_LARGE(40004, "too_large", 413, false),
    UNAUTHENTICATED(40100, "unauthenticated", 401, false),
    TOKEN_EXPIRED(40101, "token_expired", 401, false),
    TOKEN_REVOKED(40102, "token_revoked", 401, false),
    FORBIDDEN(40300, "forbidden", 403, false),
    NOT_MEMBER(40301, "not_member", 403, false),
    MUTED(40302, "muted", 403, false),
    BLOCKED(40303, "blocked", 403, false),
    TENANT_DISABLED(40304, "tenant_disabled", 403, false),
    NOT_FRIEND(40305, "not_friend", 403, false),
    USER_DISABLED(40306, "user_disabled", 403, false),
    NOT_FOUND(40400, "not_found", 404, false),
    CONFLICT(40900, "conflict", 409, false),
    PROCESSING(40901, "processing", 409, true),
    DUPLICATE_MISMATCH(40902, "duplicate_mismatch", 409, false),
    RATE_LIMITED(42900, "rate_limited", 429, true),
    INTERNAL(50000, "internal", 500, false),
    UNAVAILABLE(50300, "unavailable", 503, true),
    SEQ_UNAVAILABLE(50301, "seq_unavailable", 503, true);

    private final int code;
    private final String error;
    private final int httpStatus;
    private final boolean retryable;

    ErrorCode(int code, String error, int httpStatus, boolean retryable) {
        this.code = code;
        this.error = error;
        this.httpStatus = httpStatus;
        this.retryable = retryable;
    }

    /** Empty for 0 and for numbers that are none. */
    public static Optional<ErrorCode> of(int code) {
        return Arrays.stream(values()).filter(known -> known.code == code).findFirst();
    }

    public int code() {
        return code;
    }

    /** The name on the wire, for example {@code not_found}. */
    public String error() {
        return error;
    }

    public int httpStatus() {
        return httpStatus;
    }

    public boolean retryable() {
        return retryable;
    }
}

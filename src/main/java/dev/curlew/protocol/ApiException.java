package dev.curlew.protocol;

import java.util.Locale;

/**
 * A refusal a client is told about. It carries no stack trace: it is an answer, not a fault of the server.
 * Messages are read by people and must hold no secret, phone number or message body.
 */
public class ApiException extends RuntimeException {

    private final ErrorCode code;
    private final long retryAfterMs;

    public ApiException(ErrorCode code, String message) {
        this(code, message, 0);
    }

    /** @param retryAfterMs when to try again, milliseconds; 0 when there is no such time */
    public ApiException(ErrorCode code, String message, long retryAfterMs) {
        super(message, null, false, false);
        this.code = code;
        this.retryAfterMs = retryAfterMs;
    }

    public static ApiException invalid(String message) {
        return new ApiException(ErrorCode.INVALID_ARGUMENT, message);
    }

    /** @param what the noun alone, as {@code conversation} */
    public static ApiException notFound(String what) {
        String noun = what.substring(0, 1).toLowerCase(Locale.ROOT) + what.substring(1);
        return new ApiException(ErrorCode.NOT_FOUND, noun + " not found.");
    }

    public static ApiException unavailable(String message) {
        return new ApiException(ErrorCode.UNAVAILABLE, message);
    }

    /** What a client is told about any failure: our own refusals as they are, everything else as a retryable or internal error. */
    public static ApiException from(Throwable failure) {
        return failure instanceof ApiException refusal
                ? refusal
                : new ApiException(ErrorCode.INTERNAL, "The server could not finish this request.");
    }

    public ErrorCode code() {
        return code;
    }

    public long retryAfterMs() {
        return retryAfterMs;
    }
}

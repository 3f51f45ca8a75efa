package dev.curlew.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/** Who sends codes to phones.
 *
 * @param url where codes are posted; empty: none are sent
 * @param secret key of the signature of what is posted
 * @param timeoutMs for one call */
public record SmsConfig(
        @NotNull String url,
        @NotNull String secret,
        @Min(100) @Max(5000) int timeoutMs) {

    /** Without the secret, so that no log line can hold it. */
    @Override
    public String toString() {
        return Secrets.describe("sms", this);
    }
}

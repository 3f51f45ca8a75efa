package dev.curlew.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Map;

/** Tokens and the admin secret.
 *
 * @param keys signing keys by id; all verify, {@code activeKey} signs
 * @param tokenTtlS lifetime of a token, seconds
 * @param revocationPollMs how often a node looks for new revocations
 * @param shedAfterMs a node that could not look for so long, while a peer can, sheds its sessions
 * @param hashParallelism password hashes computed at once
 * @param phoneSecret keys the hashes of phone numbers and codes; empty: neither is taken
 * @param codeResendS how long after a code no other is sent to the same phone
 * @param devCode the code that is always sent, for development; empty: random ones
 * @param loginFailures wrong passwords of one account within {@code lockoutS} before 42900 */
public record AuthConfig(
        @NotEmpty Map<String, String> keys,
        @NotBlank String activeKey,
        @Min(60) long tokenTtlS,
        @NotBlank String adminSecret,
        @Min(100) long revocationPollMs,
        @Min(500) long shedAfterMs,
        @Min(1) @Max(64) int hashParallelism,
        @Min(1) int loginFailures,
        @Min(1) long lockoutS,
        @NotNull String phoneSecret,
        @Min(1) @Max(3600) long codeResendS,
        @NotNull @Pattern(regexp = "([0-9]{6})?") String devCode) {

    /** Without the secrets, so that no log line can hold one. */
    @Override
    public String toString() {
        return Secrets.describe("auth", this);
    }
}

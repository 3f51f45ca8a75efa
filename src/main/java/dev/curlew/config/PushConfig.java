package dev.curlew.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/** Reminders for who is offline.
 *
 * @param provider who sends them
 * @param timeoutMs for one call of the provider
 * @param tries how often a call is made before its reminders count as failed
 * @param retryMs pause before the second try; doubled before each further one
 * @param concurrency calls of this node at once
 * @param groupMembersPerSecond members of groups this node goes through for reminders
 * @param groupCallsPerSecond calls of this node that remind members of groups
 * @param timeToLiveS how long JPush keeps a reminder for a device that it does not reach
 * @param jpushUrl where JPush's REST API is, without the path
 * @param apnsProduction Apple's production environment, else its development one
 * @param webhookUrl where reminders are posted
 * @param webhookSecret key of the signature of what is posted */
public record PushConfig(
        @NotNull Provider provider,
        @Min(100) @Max(60000) int timeoutMs,
        @Min(1) @Max(10) int tries,
        @Min(10) @Max(10000) int retryMs,
        @Min(1) @Max(256) int concurrency,
        @Min(100) @Max(10000000) int groupMembersPerSecond,
        @Min(1) @Max(10000) int groupCallsPerSecond,
        @Min(0) @Max(864000) int timeToLiveS,
        @NotNull String jpushUrl,
        @NotNull String jpushAppKey,
        @NotNull String jpushMasterSecret,
        boolean apnsProduction,
        @NotNull String webhookUrl,
        @NotNull String webhookSecret) {

    /** {@code log} only writes a line; for installations without a vendor. */
    public enum Provider {
        LOG,
        JPUSH,
        WEBHOOK
    }

    /** Without the secrets, so that no log line can hold one. */
    @Override
    public String toString() {
        return Secrets.describe("push", this);
    }
}

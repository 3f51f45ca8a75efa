package dev.curlew.boot;

import dev.curlew.api.auth.Codes;
import dev.curlew.api.auth.SmsSender;
import dev.curlew.api.auth.SmsSettings;
import dev.curlew.config.CurlewConfig;
import dev.curlew.store.CachedConfiguration;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.vendor.SignedPost;
import dev.curlew.vendor.VendorHttp;
import io.vertx.core.Vertx;

/** Codes and what sends them, put together. */
public final class CodeParts {

    /** Somebody waits for the answer: all tries together stay below the time a request may take. */
    private static final int TRIES = 2;

    private static final int RETRY_MS = 300;
    private static final int AT_ONCE = 16;

    private CodeParts() {}

    public static Codes codes(
            Vertx vertx, CurlewConfig config, RedisCommands redis, RedisKeys keys, CachedConfiguration configuration) {
        VendorHttp http =
                new VendorHttp(vertx, new VendorHttp.Limits(config.sms().timeoutMs(), TRIES, RETRY_MS, AT_ONCE));
        SmsSender sender = new SmsSender(
                new SmsSettings(config.sms(), configuration),
                new SignedPost(http),
                config.production() ? SmsSender.Without.REFUSE : SmsSender.Without.PRETEND);
        return new Codes(redis, keys, sender, config.auth(), config.redis().shortStateTtlSeconds());
    }
}

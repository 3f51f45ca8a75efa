package dev.curlew.api.send;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Names for sessions and attempts: 128 random bits. */
public final class RandomId {

    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomId() {}

    public static String next() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}

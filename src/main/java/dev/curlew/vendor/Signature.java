package dev.curlew.vendor;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Proves to a webhook that a call is this server's and new: HMAC-SHA256 over time and body. */
public final class Signature {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    public Signature(String secret) {
        key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /** {@code sha256=} and the hex digits of the HMAC over {@code {timestamp}.{body}}. */
    public String of(long timestampMs, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update((timestampMs + ".").getBytes(StandardCharsets.US_ASCII));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

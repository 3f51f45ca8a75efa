package dev.curlew.api.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Phones and codes as they are kept: HMAC-SHA256 under the installation's secret, 64 hex digits. There are so few phones and
 * codes that a hash without a key could be tried through.
 */
final class PhoneHashes {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    PhoneHashes(String secret) {
        key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /** The same phone has another hash in another tenant. */
    String phone(String tenant, String phone) {
        return hash("phone", tenant, phone);
    }

    String code(String tenant, String scene, String phoneHash, String code) {
        return hash("code", tenant, scene, phoneHash, code);
    }

    /** None of the parts can hold a line end, so different parts never make one text. */
    private String hash(String... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] text = String.join("\n", parts).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(mac.doFinal(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}

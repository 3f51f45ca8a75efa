package dev.curlew.gateway.web;

import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** One file of the web client, in memory.
 *
 * @param etag quoted, derived from the content: the same on every node that runs the same version */
record WebAsset(Buffer body, String contentType, String etag) {

    private static final int ETAG_DIGITS = 32;

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "webmanifest", "application/manifest+json");

    static WebAsset of(String name, byte[] content) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalArgumentException("No content type is known for this file of the web client: " + name);
        }
        return new WebAsset(Buffer.buffer(content), type, '"' + digest(content) + '"');
    }

    private static String digest(byte[] content) {
        try {
            byte[] sha = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(sha).substring(0, ETAG_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

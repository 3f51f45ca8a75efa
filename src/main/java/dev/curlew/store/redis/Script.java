package dev.curlew.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A Lua script of {@code /redis/*.lua}: its text and the digest Redis knows it by. */
public record Script(String name, String text, String sha1) {

    /** @param name file name without folder and ending */
    public static Script load(String name) {
        String path = "/redis/" + name + ".lua";
        try (InputStream in = Script.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("Missing script " + path);
            }
            byte[] bytes = in.readAllBytes();
            String sha1 =
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
            return new Script(name, new String(bytes, StandardCharsets.UTF_8), sha1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.curlew.store.redis;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

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

    /** A call of what Redis knows already. */
    public Request byDigest(List<String> keys, List<String> arguments) {
        return call(Request.cmd(Command.EVALSHA).arg(sha1), keys, arguments);
    }

    /** A call by which Redis learns of it. */
    Request byText(List<String> keys, List<String> arguments) {
        return call(Request.cmd(Command.EVAL).arg(text), keys, arguments);
    }

    private static Request call(Request request, List<String> keys, List<String> arguments) {
        request.arg(keys.size());
        keys.forEach(request::arg);
        arguments.forEach(request::arg);
        return request;
    }
}

package dev.curlew.vendor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import dev.curlew.vendor.VendorHttp.Answer;
import dev.curlew.vendor.VendorHttp.Call;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.util.UUID;

/**
 * Posts JSON to the product's own service, signed. A call that is tried again keeps its id and gets a new time, so that the
 * receiver can refuse old calls and recognize repeated ones.
 */
public final class SignedPost {

    private final VendorHttp http;

    public SignedPost(VendorHttp http) {
        this.http = http;
    }

    /** Where to, and the key of the signature. */
    public record Target(String url, String secret) {

        /** Without the secret, so that no log line can hold one. */
        @Override
        public String toString() {
            return "Target[" + url + "]";
        }
    }

    /** Under a new id. The last answer; fails when the last try had none. */
    public Future<Answer> send(Target target, ObjectNode fields) {
        return send(target, UUID.randomUUID().toString(), fields);
    }

    /** The id goes before the fields, where the signature covers it; the receiver knows a repeated call by it. */
    public Future<Answer> send(Target target, String id, ObjectNode fields) {
        ObjectNode numbered = Json.object().put("id", id);
        numbered.setAll(fields);
        byte[] body = Json.bytes(numbered);
        Signature signature = new Signature(target.secret());
        return http.send(
                new Call(HttpMethod.POST, target.url(), () -> headers(id, body, signature), Buffer.buffer(body), true));
    }

    private static MultiMap headers(String id, byte[] body, Signature signature) {
        long now = System.currentTimeMillis();
        return MultiMap.caseInsensitiveMultiMap()
                .add(HttpHeaders.CONTENT_TYPE, "application/json")
                .add("X-Curlew-Id", id)
                .add("X-Curlew-Timestamp", Long.toString(now))
                .add("X-Curlew-Signature", signature.of(now, body));
    }
}

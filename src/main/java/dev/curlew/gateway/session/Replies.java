package dev.curlew.gateway.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.gateway.socket.Frame;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;

/** Replies as they go over the wire. */
final class Replies {

    private Replies() {}

    static Frame success(String op, String id, Object data) {
        return Frame.of(Json.bytes(head(op, id).put("code", 0).putPOJO("data", data == null ? Json.object() : data)));
    }

    static Frame failure(String op, String id, ApiException failure) {
        ObjectNode reply = head(op, id)
                .put("code", failure.code().code())
                .put("error", failure.code().error())
                .put("message", failure.getMessage())
                .put("retryable", failure.code().retryable());
        if (failure.retryAfterMs() > 0) {
            reply.put("retry_after_ms", failure.retryAfterMs());
        }
        return Frame.of(Json.bytes(reply));
    }

    private static ObjectNode head(String op, String id) {
        return Json.object().put("op", op).put("id", id);
    }
}

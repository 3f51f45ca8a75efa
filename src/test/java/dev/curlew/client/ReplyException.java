package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;

/** An error reply of the contract where success was expected. */
public final class ReplyException extends RuntimeException {

    private final int code;

    public ReplyException(JsonNode reply) {
        super("Refused: " + reply);
        this.code = reply.path("code").asInt(-1);
    }

    public int code() {
        return code;
    }
}

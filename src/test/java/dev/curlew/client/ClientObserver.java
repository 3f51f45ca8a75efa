package dev.curlew.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Sees everything a client says and hears. Called in the order things happened on one session, from whatever thread; must
 * not block. HTTP calls appear as sessions of one request, in the form of the socket.
 */
public interface ClientObserver {

    /** An observer that keeps nothing. */
    ClientObserver NONE = new ClientObserver() {};

    /** A session begins, on the node at that address. */
    default void connected(String session, String url) {}

    /** A session logged in. */
    default void opened(String session, long uid, String node) {}

    default void request(String session, long uid, String id, String op, JsonNode data) {}

    /** A reply in the socket's form: {@code {op,id,code,data}} or {@code {op,id,code,error,…}}. */
    default void reply(String session, String id, JsonNode reply) {}

    default void event(String session, long uid, String name, JsonNode data) {}

    /** The session ended; whatever was not answered will not be. */
    default void closed(String session, int code) {}
}

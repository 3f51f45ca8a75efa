package dev.curlew.api.http;

/**
 * A successful answer.
 *
 * @param body encoded as JSON; null for none
 */
public record Reply(int status, Object body) {

    public static Reply ok(Object body) {
        return new Reply(200, body);
    }

    public static Reply created(Object body) {
        return new Reply(201, body);
    }

    public static Reply noContent() {
        return new Reply(204, null);
    }
}

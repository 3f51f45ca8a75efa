package dev.curlew.protocol;

/**
 * What an event comes from.
 *
 * @param uid whose doing it is; 0 for nobody's, which everyone concerned is told of whatever they have set
 * @param sessionId the session that has the reply instead of the event, or null
 * @param attempt the send it answers when the reply was lost, or null
 */
public record Cause(long uid, String sessionId, String attempt) {

    /** Nobody's doing, and no session has had a reply. */
    public static final Cause NONE = new Cause(0, null, null);

    public static Cause of(Caller caller) {
        return new Cause(caller.uid(), caller.sessionId(), null);
    }
}

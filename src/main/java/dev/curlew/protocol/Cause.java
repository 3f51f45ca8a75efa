package dev.curlew.protocol;

/**
 * What an event comes from.
 *
 * @param uid whose doing it is; 0 for nobody's, which everyone concerned is told of whatever they have set
 * @param sessionId the session that has the reply instead of the event, {@link #ALL} where none of the user's is to get it, or null
 * @param attempt the send it answers when the reply was lost, or null
 */
public record Cause(long uid, String sessionId, String attempt) {

    /** Nobody's doing, and no session has had a reply. */
    public static final Cause NONE = new Cause(0, null, null);

    /** In place of a session: every one of the user whose doing it is. */
    private static final String ALL = "*";

    /** None of the user's own sessions is to be told. */
    public static Cause ofAllSessions(long uid) {
        return new Cause(uid, ALL, null);
    }

    /** Whether a session is told otherwise, or not at all. */
    public boolean leavesOut(long ofUid, String session) {
        return session.equals(sessionId) || (ofUid == uid && leavesOutAll());
    }

    /** Whether none of the user's sessions is told. */
    public boolean leavesOutAll() {
        return ALL.equals(sessionId);
    }

    public static Cause of(Caller caller) {
        return new Cause(caller.uid(), caller.sessionId(), null);
    }
}

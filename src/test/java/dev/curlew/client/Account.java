package dev.curlew.client;

/** Somebody who can log in. */
public record Account(String tenant, String name, long uid, String token) {

    /** The single chat with that user. */
    public String conversationWith(long peerUid) {
        return "si_" + Math.min(uid, peerUid) + "_" + Math.max(uid, peerUid);
    }
}

package dev.curlew.domain;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Ids that every node derives alike (rule 9), so that two nodes given the same message agree without asking each other. */
public final class MessageIds {

    private static final int ID_BYTES = 12;

    private MessageIds() {}

    /** First 24 hex digits of SHA-256 over tenant, conversation, sender and client id. */
    public static String serverMsgId(String tenant, String conversationId, long sender, String clientMsgId) {
        // The separator cannot occur in the first three parts, so the joined text has one reading only.
        String joined = tenant + '\n' + conversationId + '\n' + sender + '\n' + clientMsgId;
        return HexFormat.of().formatHex(sha256(joined), 0, ID_BYTES);
    }

    /** The client id of a tombstone, which no client can send. */
    public static String holeClientId(long seq) {
        return "#" + seq;
    }

    /** Digest by which two sends of one id are told to be the same message. */
    public static String sendHash(int contentType, String canonicalContent) {
        return HexFormat.of().formatHex(sha256(contentType + "\n" + canonicalContent));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.curlew.bench.load;

import java.nio.charset.StandardCharsets;

/** Finds the few things that are looked for in a line of JSON without parsing it. */
final class Line {

    static final byte[] MESSAGE = ascii("{\"event\":\"message\"");
    static final byte[] SYNC = ascii("{\"event\":\"sync\"");
    static final byte[] SEND = ascii("{\"op\":\"send\"");
    private static final byte[] SEQ = ascii("\"seq\":");
    private static final byte[] CLIENT_ID = ascii("\"client_msg_id\":\"");
    private static final byte[] CODE = ascii("\"code\":0,");

    private Line() {}

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static boolean startsWith(byte[] bytes, int from, int to, byte[] word) {
        if (to - from < word.length) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            if (bytes[from + i] != word[i]) {
                return false;
            }
        }
        return true;
    }

    /** Where what follows a word begins, or -1. */
    private static int after(byte[] bytes, int from, int to, byte[] word) {
        for (int i = from; i <= to - word.length; i++) {
            if (bytes[i] == word[0] && startsWith(bytes, i, to, word)) {
                return i + word.length;
            }
        }
        return -1;
    }

    static boolean isSuccess(byte[] bytes, int from, int to) {
        return after(bytes, from, to, CODE) >= 0;
    }

    /** The number of a message, or -1. */
    static long seq(byte[] bytes, int from, int to) {
        int at = after(bytes, from, to, SEQ);
        return at < 0 ? -1 : number(bytes, at, to);
    }

    /** What follows the run's name in the client's id, or -1 when it is another run's message. */
    static long stamp(byte[] bytes, int from, int to, byte[] run) {
        int at = after(bytes, from, to, CLIENT_ID);
        return at < 0 || !startsWith(bytes, at, to, run) ? -1 : number(bytes, at + run.length, to);
    }

    private static long number(byte[] bytes, int from, int to) {
        long number = 0;
        for (int i = from; i < to && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
            number = 10 * number + bytes[i] - '0';
        }
        return number;
    }
}

package dev.curlew.ops;

import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** One line that says what went wrong, fit for logs: no stack, no credentials of an address. */
public final class Failures {

    private static final int LONGEST = 200;
    private static final Pattern USER_INFO = Pattern.compile("://[^/@\\s]*@");
    private static final Pattern PASSWORD = Pattern.compile("(?i)(password|secret)(\\s*[=:]\\s*)[^\\s,;)]+");

    private Failures() {}

    public static String describe(Throwable failure) {
        if (failure instanceof TimeoutException) {
            return "no answer in time";
        }
        Throwable cause = failure;
        while (cause.getMessage() == null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        text = USER_INFO.matcher(text.replaceAll("\\s+", " ")).replaceAll("://***@");
        text = PASSWORD.matcher(text).replaceAll("$1$2***");
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }
}

package dev.curlew.api.group;

import dev.curlew.protocol.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** Where a page in order of a number ended, as opaque text. */
public final class NumberCursor {

    private static final Pattern FORM = Pattern.compile("n([0-9]{1,18})");

    private NumberCursor() {}

    public static String encode(long number) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("n" + number).getBytes(StandardCharsets.US_ASCII));
    }

    /** 0 for null, which is the beginning. @throws ApiException 40002 for what the server did not hand out */
    public static long decode(String cursor) {
        if (cursor == null) {
            return 0;
        }
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
            var form = FORM.matcher(text);
            if (form.matches() && encode(Long.parseLong(form.group(1))).equals(cursor)) {
                return Long.parseLong(form.group(1));
            }
        } catch (IllegalArgumentException e) {
            // Not even encoded as one.
        }
        throw ApiException.invalid("cursor is not one that this server gave.");
    }
}

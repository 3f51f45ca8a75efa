package dev.curlew.sequencer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;

/** What a reminder may show of a message where a tenant wants that: its text, or what kind of thing it is. */
final class Preview {

    /** In UTF-16 units, so that it is also the most in characters of any kind. */
    private static final int LONGEST = 100;

    private Preview() {}

    /** Null when there is nothing to show of its kind. */
    static String of(Message message) {
        String text =
                switch (message.contentType()) {
                    case 101, 106, 114, 116 -> field(message, "text");
                    case 102 -> "[Image]";
                    case 103 -> "[Voice]";
                    case 104 -> "[Video]";
                    case 105 -> named("[File]", field(message, "name"));
                    case 107 -> named("[Chat history]", field(message, "title"));
                    case 108 -> named("[Contact]", field(message, "nickname"));
                    case 109 -> named("[Location]", field(message, "description"));
                    case 110 -> field(message, "description");
                    case 115 -> field(message, "emoji");
                    default -> null;
                };
        return text == null || text.isBlank() ? null : cut(text.strip());
    }

    private static String named(String kind, String name) {
        return name == null || name.isBlank() ? kind : kind + " " + name;
    }

    private static String field(Message message, String name) {
        try {
            JsonNode value = Json.read(message.content(), JsonNode.class).get(name);
            return value != null && value.isTextual() ? value.textValue() : null;
        } catch (IllegalArgumentException unreadable) {
            // A message goes its way whatever can be shown of it.
            return null;
        }
    }

    /** Never between the halves of a surrogate pair. */
    private static String cut(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return text.substring(0, end);
    }
}

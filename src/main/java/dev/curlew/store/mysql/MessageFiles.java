package dev.curlew.store.mysql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import dev.curlew.store.mysql.GroupFileStore.Attachment;
import java.util.List;
import java.util.Map;

/** The files that a message brings: one for an image, a sound, a video or a file, none for all others. */
public final class MessageFiles {

    private static final int MOST_URL = 1024;
    private static final int MOST_NAME = 255;
    private static final int MOST_MIME = 128;

    /** Content types that bring a file, with what it is called when the sender does not say. */
    private static final Map<Integer, String> KINDS = Map.of(102, "image", 103, "audio", 104, "video", 105, "file");

    private MessageFiles() {}

    /** In the order in which the message has them. @param content JSON that was checked to be of its type */
    public static List<Attachment> of(int contentType, String content) {
        if (!KINDS.containsKey(contentType)) {
            return List.of();
        }
        JsonNode body = Json.read(content, JsonNode.class);
        return List.of(new Attachment(
                body.path("url").asText(),
                body.path("name").asText(""),
                body.path("mime").asText(""),
                body.path("size").asLong()));
    }

    /** Fails with 40002 for a file whose registration in {@code im_group_files} would not hold all of it. */
    public static void requireRegistrable(int contentType, String content) {
        for (Attachment file : of(contentType, content)) {
            require(file.objectKey(), "url", MOST_URL);
            require(file.name(), "name", MOST_NAME);
            require(file.mime(), "mime", MOST_MIME);
        }
    }

    private static void require(String value, String field, int most) {
        if (value.codePointCount(0, value.length()) > most) {
            throw ApiException.invalid("content." + field + " of a group's file has at most " + most + " characters.");
        }
    }
}

package dev.curlew.store.redis;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.Set;

/** What a copy may hold of pictures, sound and files: where they are, never they themselves. */
final class HotContent {

    /** Picture, sound, film, file. */
    private static final Set<Integer> FILES = Set.of(102, 103, 104, 105);

    private static final List<String> PLACES = List.of("url", "thumb_url", "cover_url");

    private HotContent() {}

    /** Whether a message carries a file in itself, as a {@code data:} address. */
    static boolean isInline(Message message) {
        if (!FILES.contains(message.contentType()) || !message.content().contains("data:")) {
            return false;
        }
        JsonNode content = Json.read(message.content(), JsonNode.class);
        return PLACES.stream()
                .anyMatch(place -> content.path(place).asText().trim().regionMatches(true, 0, "data:", 0, 5));
    }
}

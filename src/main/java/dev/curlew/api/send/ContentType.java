package dev.curlew.api.send;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.api.op.Fields;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The kinds of content a client may send, each with the fields it must and may have; other fields are kept as they are. */
public enum ContentType {
    TEXT(101, Field.spoken("text")),
    IMAGE(
            102,
            Field.named("url"),
            Field.count("width"),
            Field.count("height"),
            Field.count("size"),
            Field.text("mime"),
            Field.text("thumb_url").optional()),
    AUDIO(103, Field.named("url"), Field.count("duration_ms"), Field.count("size")),
    VIDEO(
            104,
            Field.named("url"),
            Field.count("duration_ms"),
            Field.count("width"),
            Field.count("height"),
            Field.count("size"),
            Field.text("cover_url").optional()),
    FILE(105, Field.named("url"), Field.named("name"), Field.count("size"), Field.text("mime")),
    AT_TEXT(106, Field.spoken("text")),
    MERGED(107, Field.text("title"), Field.list("abstract"), Field.list("messages")),
    CARD(108, Field.id("uid"), Field.text("nickname"), Field.text("face_url")),
    LOCATION(109, Field.degrees("latitude", 90), Field.degrees("longitude", 180), Field.text("description")),
    CUSTOM(110, Field.any("data"), Field.text("description").optional()),
    REPLY(114, Field.spoken("text")),
    EMOJI(115, Field.spoken("emoji")),
    RICH_TEXT(116, Field.spoken("text"), Field.list("entities")),
    /** What the server tells of friends and groups, 1001 to 1010: an object of its own for each. */
    NOTIFICATION(1001);

    /** MariaDB's JSON ends at 32. */
    private static final int MOST_LEVELS = 30;

    private static final int LAST_NOTIFICATION = 1010;
    private static final Map<Integer, ContentType> BY_CODE = new HashMap<>();

    static {
        for (ContentType type : values()) {
            if (type != NOTIFICATION) {
                BY_CODE.put(type.code, type);
            }
        }
    }

    private final int code;
    private final List<Field> fields;

    ContentType(int code, Field... fields) {
        this.code = code;
        this.fields = List.of(fields);
    }

    /** The kind with that code, or 40002: all others come from the server only or do not exist. */
    public static ContentType of(long code) {
        ContentType type = code == (int) code ? BY_CODE.get((int) code) : null;
        if (type == null) {
            throw ApiException.invalid("content_type is not one a client may send.");
        }
        return type;
    }

    /** The kind with that code, for what may also come from the server. */
    static ContentType of(long code, Source source) {
        boolean notification = code >= NOTIFICATION.code && code <= LAST_NOTIFICATION;
        return notification && source.mayNotify() ? NOTIFICATION : of(code);
    }

    int code() {
        return code;
    }

    /**
     * The content as text, checked in form and size.
     *
     * @throws ApiException 40002 when it is not of this kind, 40004 when it is larger than {@code maxBytes}
     */
    public String text(JsonNode content, int maxBytes) {
        check(content);
        requireStorable(content, MOST_LEVELS);
        String text = Json.text(content);
        if (text.length() > maxBytes || text.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            throw new ApiException(ErrorCode.TOO_LARGE, "content is larger than " + maxBytes + " bytes.");
        }
        return text;
    }

    /** What a database would refuse, or keep otherwise than it was sent. */
    private static void requireStorable(JsonNode value, int levels) {
        require(levels > 0, "content is nested deeper than " + MOST_LEVELS + " levels.");
        require(
                !value.isNumber() || !Double.isInfinite(value.doubleValue()),
                "content holds a number that is too large.");
        value.forEach(inner -> requireStorable(inner, levels - 1));
    }

    void check(JsonNode content) {
        require(content != null && !content.isNull(), "content is missing.");
        require(content.isObject(), "content has to be an object.");
        Fields.within("content", () -> {
            for (Field field : fields) {
                field.check(content);
            }
            if (this == MERGED) {
                content.get("abstract").forEach(line -> require(line.isTextual(), "abstract has to hold texts."));
                each(content, "messages", ContentType::checkMerged);
            }
            if (this == RICH_TEXT) {
                each(content, "entities", ContentType::checkEntity);
            }
            return null;
        });
    }

    private static void each(JsonNode content, String list, Consumer<JsonNode> check) {
        for (JsonNode element : content.get(list)) {
            require(element.isObject(), list + " has to hold objects.");
            Fields.within(list, () -> {
                check.accept(element);
                return null;
            });
        }
    }

    private static void checkMerged(JsonNode message) {
        Fields.text(message, "conversation_id", 128);
        Fields.number(message, "seq", 1, Fields.MAX_NUMBER);
    }

    private static void checkEntity(JsonNode entity) {
        Fields.text(entity, "type", 64);
        Fields.number(entity, "offset", 0, Integer.MAX_VALUE);
        Fields.number(entity, "length", 0, Integer.MAX_VALUE);
        Fields.optionalText(entity, "url", 4096);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw ApiException.invalid(otherwise);
        }
    }

    private enum Shape {
        TEXT,
        NAMED,
        COUNT,
        ID,
        DEGREES,
        LIST,
        ANY
    }

    private record Field(String name, Shape shape, boolean required, int bound) {

        private static final int UNBOUNDED = Integer.MAX_VALUE;

        static Field text(String name) {
            return new Field(name, Shape.TEXT, true, UNBOUNDED);
        }

        /** What people read: not empty and not blank. */
        static Field spoken(String name) {
            return new Field(name, Shape.NAMED, true, UNBOUNDED);
        }

        static Field named(String name) {
            return new Field(name, Shape.NAMED, true, 4096);
        }

        static Field count(String name) {
            return new Field(name, Shape.COUNT, true, 0);
        }

        static Field id(String name) {
            return new Field(name, Shape.ID, true, 0);
        }

        static Field degrees(String name, int bound) {
            return new Field(name, Shape.DEGREES, true, bound);
        }

        static Field list(String name) {
            return new Field(name, Shape.LIST, true, 0);
        }

        static Field any(String name) {
            return new Field(name, Shape.ANY, true, 0);
        }

        Field optional() {
            return new Field(name, shape, false, bound);
        }

        void check(JsonNode content) {
            if (!required && !Fields.present(content, name)) {
                return;
            }
            switch (shape) {
                case TEXT -> Fields.text(content, name, bound);
                case NAMED -> require(!blank(Fields.text(content, name, bound)), name + " is blank.");
                case COUNT -> Fields.number(content, name, 0, Fields.MAX_NUMBER);
                case ID -> Fields.number(content, name, 1, Fields.MAX_NUMBER);
                case DEGREES ->
                    require(
                            inDegrees(given(content)),
                            name + " has to be a number from -" + bound + " to " + bound + ".");
                case LIST -> require(given(content).isArray(), name + " has to be a list.");
                case ANY -> given(content);
                default -> throw new IllegalStateException(shape.name());
            }
        }

        private JsonNode given(JsonNode content) {
            require(Fields.present(content, name), name + " is missing.");
            return content.get(name);
        }

        private boolean inDegrees(JsonNode value) {
            return value.isNumber() && Math.abs(value.doubleValue()) <= bound;
        }

        /** Also of spaces that {@code String.isBlank} does not count, and of characters without width. */
        private static boolean blank(String text) {
            return text.codePoints()
                    .allMatch(c -> Character.isWhitespace(c)
                            || Character.isSpaceChar(c)
                            || Character.isISOControl(c)
                            || (c >= 0x200B && c <= 0x200F)
                            || c == 0x2060
                            || c == 0xFEFF);
        }
    }
}

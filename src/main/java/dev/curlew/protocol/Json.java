package dev.curlew.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.util.List;

/**
 * The one JSON mapper: snake_case names, strict types (a text is never taken for a number), bounded depth and numbers, and
 * decimals kept exactly so that content comes back as the value that was sent.
 */
public final class Json {

    /** Deeper nesting than this is refused as invalid JSON. */
    public static final int MAX_DEPTH = 64;

    private static final ObjectMapper MAPPER = build();

    private Json() {}

    public static ObjectMapper mapper() {
        return MAPPER;
    }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Encodes a value this code base built; a failure is a fault of ours. */
    public static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not encodable as JSON: " + value.getClass(), e);
        }
    }

    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not encodable as JSON: " + value.getClass(), e);
        }
    }

    /** Decodes what this code base wrote (Kafka records, caches). */
    public static <T> T read(byte[] json, Class<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (IOException e) {
            throw new IllegalArgumentException("Not a " + type.getSimpleName(), e);
        }
    }

    public static <T> T read(String json, Class<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (IOException e) {
            throw new IllegalArgumentException("Not a " + type.getSimpleName(), e);
        }
    }

    /**
     * Parses what a client sent.
     *
     * @throws ApiException 40001 when it is not one JSON object within the limits
     */
    public static ObjectNode parseObject(byte[] json) {
        if (isWide(json)) {
            throw new ApiException(ErrorCode.INVALID_JSON, "The text is not UTF-8.");
        }
        try {
            JsonNode node = MAPPER.readTree(json);
            if (node instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException e) {
            throw new ApiException(ErrorCode.INVALID_JSON, "The text is not valid JSON.");
        }
        throw new ApiException(ErrorCode.INVALID_JSON, "A JSON object is expected.");
    }

    /** UTF-16 and UTF-32, which the parser would recognise: a zero byte, or their byte order mark, near the start. */
    private static boolean isWide(byte[] json) {
        for (int i = 0; i < Math.min(4, json.length); i++) {
            if (json[i] == 0) {
                return true;
            }
        }
        return json.length > 1 && ((json[0] & 0xFF) >= 0xFE && (json[1] & 0xFF) >= 0xFE);
    }

    private static ObjectMapper build() {
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxNumberLength(100)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        ObjectMapper mapper = JsonMapper.builder(factory)
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .serializationInclusion(JsonInclude.Include.NON_NULL)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
        mapper.coercionConfigFor(LogicalType.Textual)
                .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
        // A blank text is no number and no answer to a question either.
        for (LogicalType scalar : List.of(LogicalType.Integer, LogicalType.Float, LogicalType.Boolean)) {
            mapper.coercionConfigFor(scalar)
                    .setAcceptBlankAsEmpty(false)
                    .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
        }
        return mapper;
    }
}

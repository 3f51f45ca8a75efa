package dev.curlew.api.op;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.ApiException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads typed, bounded fields of a request; anything else than what is allowed is refused with 40002 and the field's name. */
public final class Fields {

    /** The largest number that every client can read exactly: JSON knows no 64-bit integers. */
    public static final long MAX_NUMBER = (1L << 53) - 1;

    private Fields() {}

    /** Reads the fields of an object within the request; a refusal names them with the object's name in front. */
    public static <T> T within(String object, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (ApiException refusal) {
            throw new ApiException(refusal.code(), object + "." + refusal.getMessage());
        }
    }

    public static boolean present(JsonNode object, String name) {
        JsonNode value = object.get(name);
        return value != null && !value.isNull();
    }

    /** Null when absent. */
    public static String optionalText(JsonNode object, String name, int maxLength) {
        if (!present(object, name)) {
            return null;
        }
        JsonNode value = object.get(name);
        if (!value.isTextual()) {
            throw ApiException.invalid(name + " has to be a text.");
        }
        String text = value.textValue();
        if (text.codePointCount(0, text.length()) > maxLength) {
            throw ApiException.invalid(name + " is longer than " + maxLength + " characters.");
        }
        return text;
    }

    public static String text(JsonNode object, String name, int maxLength) {
        String text = optionalText(object, name, maxLength);
        if (text == null) {
            throw ApiException.invalid(name + " is missing.");
        }
        return text;
    }

    /** Null when absent. */
    public static Long optionalNumber(JsonNode object, String name, long min, long max) {
        return present(object, name) ? Long.valueOf(checked(object.get(name), name, min, max)) : null;
    }

    public static long number(JsonNode object, String name, long min, long max) {
        Long value = optionalNumber(object, name, min, max);
        if (value == null) {
            throw ApiException.invalid(name + " is missing.");
        }
        return value;
    }

    /** A position: beyond what any number can be is as good as the highest. */
    public static long position(JsonNode object, String name) {
        JsonNode value = object.get(name);
        boolean beyond = value != null
                && value.isIntegralNumber()
                && value.bigIntegerValue().compareTo(BigInteger.valueOf(MAX_NUMBER)) > 0;
        return beyond ? MAX_NUMBER : number(object, name, 0, MAX_NUMBER);
    }

    /** Null when absent. */
    public static Boolean optionalFlag(JsonNode object, String name) {
        if (!present(object, name)) {
            return null;
        }
        JsonNode value = object.get(name);
        if (!value.isBoolean()) {
            throw ApiException.invalid(name + " has to be true or false.");
        }
        return value.booleanValue();
    }

    public static boolean flag(JsonNode object, String name, boolean fallback) {
        Boolean value = optionalFlag(object, name);
        return value == null ? fallback : value;
    }

    /** Positive numbers; empty when absent. */
    public static List<Long> numbers(JsonNode object, String name, int most) {
        if (!present(object, name)) {
            return List.of();
        }
        JsonNode value = object.get(name);
        if (!value.isArray() || value.size() > most) {
            throw ApiException.invalid(name + " has to be a list of at most " + most + ".");
        }
        List<Long> numbers = new ArrayList<>(value.size());
        for (JsonNode element : value) {
            numbers.add(checked(element, name, 1, Long.MAX_VALUE));
        }
        return List.copyOf(numbers);
    }

    /** Refuses half surrogate pairs anywhere: no store and no client could keep them. */
    public static void requireWellFormed(JsonNode node) {
        if (node.isTextual()) {
            requireWellFormed(node.textValue());
        } else if (node.isObject()) {
            Iterator<Map.Entry<String, JsonNode>> fields = node.fields();
            while (fields.hasNext()) {
                Map.Entry<String, JsonNode> field = fields.next();
                requireWellFormed(field.getKey());
                requireWellFormed(field.getValue());
            }
        } else if (node.isArray()) {
            node.forEach(Fields::requireWellFormed);
        }
    }

    private static void requireWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isLowSurrogate(c)
                    || i + 1 == text.length()
                    || !Character.isLowSurrogate(text.charAt(i + 1))) {
                throw ApiException.invalid("a text holds half a surrogate pair.");
            }
            i++;
        }
    }

    private static long checked(JsonNode value, String name, long min, long max) {
        if (!value.isIntegralNumber()) {
            throw ApiException.invalid(name + " has to be a whole number.");
        }
        long most = Math.min(max, MAX_NUMBER);
        if (!value.canConvertToLong() || value.longValue() < min || value.longValue() > most) {
            throw ApiException.invalid(name + " is out of range: " + min + " to " + most + ".");
        }
        return value.longValue();
    }
}

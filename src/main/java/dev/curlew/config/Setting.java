package dev.curlew.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One key of the configuration and the type of its value. */
record Setting(String key, Class<?> type, Type element) {

    static Setting of(String key, Class<?> type, Type generic) {
        Type[] arguments = generic instanceof ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()
                : new Type[] {String.class};
        return new Setting(key, type, arguments[arguments.length - 1]);
    }

    /** {@code redis.addr} is {@code CURLEW_REDIS_ADDR}. */
    String environmentName() {
        return "CURLEW_" + key.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    boolean isMap() {
        return Map.class.isAssignableFrom(type);
    }

    boolean isList() {
        return Collection.class.isAssignableFrom(type);
    }

    /**
     * Makes the value of this setting of what was written: a text, a list of texts or a map of texts.
     *
     * @throws IllegalArgumentException with what was expected; the message holds no value
     */
    Object convert(Object written) {
        if (isMap()) {
            return written instanceof String text ? pairs(text) : expect(written, Map.class, "id=value pairs");
        }
        if (isList()) {
            List<?> items = written instanceof String text
                    ? Stream.of(text.split(","))
                            .map(String::strip)
                            .filter(s -> !s.isEmpty())
                            .toList()
                    : expect(written, List.class, "a list");
            return items.stream()
                    .map(item -> scalar((String) item, (Class<?>) element))
                    .toList();
        }
        return scalar(expect(written, String.class, expected()), type);
    }

    private <T> T expect(Object written, Class<T> shape, String expected) {
        if (shape.isInstance(written)) {
            return shape.cast(written);
        }
        throw new IllegalArgumentException("expects " + expected);
    }

    private String expected() {
        return type.isPrimitive() ? type == boolean.class ? "true or false" : "a whole number" : "one text";
    }

    private static Object scalar(String text, Class<?> type) {
        if (type == boolean.class) {
            if (text.equals("true") || text.equals("false")) {
                return Boolean.valueOf(text);
            }
            throw new IllegalArgumentException("expects true or false");
        }
        if (type.isEnum()) {
            List<String> names = Stream.of(type.getEnumConstants())
                    .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                    .toList();
            if (names.contains(text)) {
                return text;
            }
            throw new IllegalArgumentException("expects one of " + String.join(", ", names));
        }
        return type == String.class ? text : number(text, type);
    }

    private static long number(String text, Class<?> type) {
        long max = type == short.class ? Short.MAX_VALUE : type == int.class ? Integer.MAX_VALUE : Long.MAX_VALUE;
        try {
            long value = Long.parseLong(text.strip());
            if (value >= -max && value <= max) {
                return value;
            }
        } catch (NumberFormatException ignored) {
            // said below, with the range
        }
        throw new IllegalArgumentException("expects a whole number up to " + max);
    }

    private static Map<String, String> pairs(String text) {
        Map<String, String> result = new LinkedHashMap<>();
        List<String> parts = Stream.of(text.split(","))
                .filter(part -> !part.isBlank())
                .collect(Collectors.toCollection(ArrayList::new));
        for (String part : parts) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("expects id=value pairs with commas between them");
            }
            result.put(
                    part.substring(0, equals).strip(),
                    part.substring(equals + 1).strip());
        }
        return result;
    }
}

package dev.curlew.config;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Which settings are secret, and how any value is shown in messages and in the effective configuration. */
final class Secrets {

    static final String MASK = "***";

    private static final Pattern SECRET = Pattern.compile("secret|password|keys|jaas|credential|token(?!_)");
    private static final Pattern USER_INFO = Pattern.compile("://[^/@]*@");

    private Secrets() {}

    static boolean isSecret(String key) {
        return SECRET.matcher(key).find();
    }

    static String show(String key, Object value) {
        return String.valueOf(masked(key, value));
    }

    /** The value as it may be shown: secrets become stars, ids of keys stay readable. */
    static Object masked(String key, Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> shown = new LinkedHashMap<>();
            map.forEach((id, inner) -> shown.put((String) id, isSecret(key) ? MASK : masked((String) id, inner)));
            return shown;
        }
        if (isSecret(key)) {
            return "".equals(value) ? "" : MASK;
        }
        return value instanceof String text ? USER_INFO.matcher(text).replaceAll("://" + MASK + "@") : value;
    }

    /** What {@code toString} of a record says, with the secrets masked. */
    static String describe(String section, Record settings) {
        StringJoiner text = new StringJoiner(", ", section + "[", "]");
        for (RecordComponent component : settings.getClass().getRecordComponents()) {
            String name = Settings.snake(component.getName());
            try {
                Object value = component.getAccessor().invoke(settings);
                text.add(name + "=" + masked(section + "." + name, value));
            } catch (ReflectiveOperationException e) {
                text.add(name + "=?");
            }
        }
        return text.toString();
    }
}

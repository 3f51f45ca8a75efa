package dev.curlew.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The configuration a node would run with, as YAML with the source of each value; secrets are masked. */
public final class EffectiveConfig {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private EffectiveConfig() {}

    /** One line a setting, aligned comments, ready to be pasted into a file. */
    public static String text(ConfigLoader.Loaded loaded) {
        List<String[]> lines = new ArrayList<>();
        String section = "";
        for (Map.Entry<String, Object> entry : loaded.values().entrySet()) {
            String key = entry.getKey();
            int dot = key.indexOf('.');
            String prefix = dot < 0 ? "" : key.substring(0, dot);
            if (!prefix.equals(section)) {
                lines.add(new String[] {prefix + ":", ""});
                section = prefix;
            }
            String line = (dot < 0 ? "" : "  ") + key.substring(dot + 1) + ": ";
            lines.add(new String[] {
                line + flow(Secrets.masked(key, entry.getValue())),
                "# " + loaded.sources().get(key)
            });
        }
        int width = lines.stream()
                .mapToInt(line -> line[0].length())
                .filter(length -> length < 60)
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        for (String[] line : lines) {
            text.append(line[1].isEmpty() ? line[0] : String.format("%-" + width + "s  %s", line[0], line[1]))
                    .append('\n');
        }
        return text.toString();
    }

    /** Flow style of YAML: JSON, with names left bare. */
    private static String flow(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> entries = new ArrayList<>();
            map.forEach((id, inner) -> entries.add(id + ": " + flow(inner)));
            return "{" + String.join(", ", entries) + "}";
        }
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}

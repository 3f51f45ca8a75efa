package dev.curlew.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/operations.md} explains every setting with its true default, and no other. */
class ConfigurationReferenceTest {

    private static final Pattern ROW = Pattern.compile("\\| `([a-z][a-z_.]*)` \\| (.*?) \\|.*\\|.*\\|");
    private static final Set<String> MAPS = Set.of("auth.keys", "kafka.properties");

    @Test
    void everySettingIsExplainedWithItsDefault() throws IOException {
        Map<String, String> explained = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("docs/operations.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                explained.put(row.group(1), row.group(2));
            }
        }
        Map<String, String> defaults = new TreeMap<>();
        try (InputStream in = getClass().getResourceAsStream("/curlew-defaults.yaml")) {
            collect("", new YAMLMapper().readTree(in), defaults);
        }
        assertThat(explained).isEqualTo(defaults);
    }

    private static void collect(String key, JsonNode value, Map<String, String> defaults) {
        if (!value.isObject() || MAPS.contains(key)) {
            defaults.put(key, shown(value));
            return;
        }
        value.fields()
                .forEachRemaining(field -> collect(
                        key.isEmpty() ? field.getKey() : key + "." + field.getKey(), field.getValue(), defaults));
    }

    private static String shown(JsonNode value) {
        if (value.isContainerNode()) {
            List<String> texts = new ArrayList<>();
            value.forEach(element -> texts.add(element.asText()));
            return texts.isEmpty() ? "none" : "`" + String.join(", ", texts) + "`";
        }
        return value.asText().isEmpty() ? "empty" : "`" + value.asText() + "`";
    }
}

package dev.curlew.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Reads a YAML text key by key, so that each value keeps its line and each problem names it. Scalars stay as written: a
 * password of digits is not turned into a number and back.
 */
final class YamlSource {

    private static final YAMLFactory YAML = new YAMLFactory();

    private final String name;
    private final Settings settings;
    private final List<ConfigProblem> problems;
    private final Map<String, Given> given = new LinkedHashMap<>();

    YamlSource(String name, Settings settings, List<ConfigProblem> problems) {
        this.name = name;
        this.settings = settings;
        this.problems = problems;
    }

    Map<String, Given> read(String text) {
        try (JsonParser parser = YAML.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_OBJECT) {
                section(parser, "");
                if (parser.nextToken() != null) {
                    problem("", line(parser), "a second document in the file; keep one");
                }
            } else if (first != null && first != JsonToken.VALUE_NULL) {
                problem("", line(parser), "sections such as \"redis:\" are expected");
            }
        } catch (JsonProcessingException e) {
            String what = e.getCause() instanceof MarkedYAMLException marked ? marked.getProblem() : "cannot be read";
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            problem("", name + ":" + line, "not valid YAML: " + what);
        } catch (IOException e) {
            problem("", name, "cannot be read: " + e.getMessage());
        }
        return given;
    }

    private void section(JsonParser parser, String prefix) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = prefix + parser.currentName();
            String source = line(parser);
            JsonToken token = parser.nextToken();
            if (settings.isSection(key)) {
                if (token == JsonToken.START_OBJECT) {
                    section(parser, key + ".");
                } else if (token != JsonToken.VALUE_NULL) {
                    problem(key, source, "is a section; indent its keys under it");
                    parser.skipChildren();
                }
            } else {
                value(parser, key, source);
            }
        }
    }

    private void value(JsonParser parser, String key, String source) throws IOException {
        var setting = settings.find(key);
        Object value = read(parser);
        if (setting.isEmpty()) {
            problem(key, source, "unknown key" + settings.suggestKey(key));
        } else if (given.containsKey(key)) {
            problem(key, source, "set before at " + given.get(key).source() + "; keep one");
        } else if (value != null) {
            given.put(key, new Given(setting.get(), value, source));
        }
    }

    /** A text, a list of texts, a map of texts; null for nothing written, an Object for anything deeper. */
    private static Object read(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_ARRAY) {
            List<Object> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(read(parser));
            }
            return items.stream().allMatch(String.class::isInstance) ? items : new Object();
        }
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> entries = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                entries.put(name, read(parser));
            }
            return entries.values().stream().allMatch(String.class::isInstance) ? entries : new Object();
        }
        return token == JsonToken.VALUE_NULL ? null : parser.getText();
    }

    private String line(JsonParser parser) {
        return name + ":" + parser.currentTokenLocation().getLineNr();
    }

    private void problem(String key, String source, String text) {
        problems.add(new ConfigProblem(key, source, text));
    }
}

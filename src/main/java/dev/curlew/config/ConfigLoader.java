package dev.curlew.config;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Builds the configuration of a node: {@code /curlew-defaults.yaml} ← the YAML file ← {@code CURLEW_…} variables ←
 * {@code --set key=value}. Nothing is taken silently: an unknown key, a bad value or a rule that is broken is a
 * {@link ConfigProblem}, and all of them are reported together.
 */
public final class ConfigLoader {

    /** Variables that begin as settings do and are not: they belong to the scripts around the server. */
    static final Set<String> OTHER_VARIABLES = Set.of("CURLEW_STORES", "CURLEW_MONGOD", "CURLEW_CONFIG", "CURLEW_OPTS");

    private static final String DEFAULTS = "/curlew-defaults.yaml";
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .build();

    private final Settings settings = new Settings();
    private final List<ConfigProblem> problems = new ArrayList<>();
    private final Map<String, Given> given = new LinkedHashMap<>();
    private final Map<String, Object> values = new LinkedHashMap<>();

    private ConfigLoader() {}

    /** What a node starts with, and where each value came from.
     *
     * @param values each setting by its full key, in the order of the records
     * @param sources {@code file:line}, variable name, {@code --set} or {@code default} of each */
    public record Loaded(CurlewConfig config, Map<String, Object> values, Map<String, String> sources) {}

    /**
     * Loads and checks.
     *
     * @param file the YAML file, or null for none
     * @param environment the environment of the process
     * @param assignments {@code key=value} texts of the command line
     * @throws ConfigException naming every problem; only the file where it cannot be read, since without it every setting it may hold
     *     would look forgotten
     */
    public static CurlewConfig load(Path file, Map<String, String> environment, List<String> assignments) {
        return loadWithSources(file, environment, assignments).config();
    }

    public static Loaded loadWithSources(Path file, Map<String, String> environment, List<String> assignments) {
        return new ConfigLoader().run(file, environment, assignments);
    }

    private Loaded run(Path file, Map<String, String> environment, List<String> assignments) {
        Map<String, Given> defaults = new YamlSource("defaults", settings, problems).read(defaultsText());
        defaults.forEach((key, value) -> convert(new Given(value.setting(), value.value(), "default")));
        if (file != null) {
            readFile(file);
        }
        new TreeMap<>(environment).forEach(this::readVariable);
        assignments.forEach(this::readAssignment);
        given.values().forEach(this::convert);
        fillIn();
        CurlewConfig config = bind();
        addRules(config);
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        Map<String, String> sources = new LinkedHashMap<>();
        Map<String, Object> ordered = new LinkedHashMap<>();
        settings.all().forEach(setting -> {
            sources.put(setting.key(), source(setting.key()));
            ordered.put(setting.key(), values.get(setting.key()));
        });
        return new Loaded(config, ordered, sources);
    }

    private void readFile(Path file) {
        try {
            String text = Files.readString(file);
            given.putAll(new YamlSource(file.toString(), settings, problems).read(text));
        } catch (NoSuchFileException e) {
            throw unreadable(file, "there is no such file");
        } catch (AccessDeniedException e) {
            throw unreadable(file, "may not be read by this user");
        } catch (IOException e) {
            throw unreadable(file, "cannot be read: " + e.getMessage());
        }
    }

    private static ConfigException unreadable(Path file, String text) {
        return new ConfigException(List.of(new ConfigProblem("", file.toString(), text)));
    }

    private void readVariable(String name, String value) {
        if (!name.startsWith("CURLEW_") || OTHER_VARIABLES.contains(name)) {
            return;
        }
        settings.findByEnvironment(name)
                .ifPresentOrElse(
                        setting -> given.put(setting.key(), new Given(setting, value, name)),
                        () -> problems.add(
                                new ConfigProblem("", name, "unknown variable" + settings.suggestEnvironment(name))));
    }

    private void readAssignment(String text) {
        int equals = text.indexOf('=');
        String key = equals < 0 ? text : text.substring(0, equals).strip();
        var setting = settings.find(key);
        if (setting.isEmpty()) {
            String what = settings.isSection(key)
                    ? "is a section; set one of its keys" + settings.keysNear(key + ".")
                    : "unknown key" + settings.suggestKey(key);
            problems.add(new ConfigProblem(key, "--set", what));
        } else if (equals < 0) {
            problems.add(new ConfigProblem(key, "--set", "has no value; write " + key + "=value"));
        } else {
            given.put(key, new Given(setting.get(), text.substring(equals + 1), "--set"));
        }
    }

    /** A value that cannot be taken leaves the default in place, so that the rest is still checked. */
    private void convert(Given one) {
        String key = one.setting().key();
        try {
            values.put(key, one.setting().convert(one.value()));
        } catch (IllegalArgumentException e) {
            String shown = one.value() instanceof String ? " " + quoted(key, one.value()) : "";
            problems.add(new ConfigProblem(
                    key, one.source(), e.getMessage() + ", not" + (shown.isEmpty() ? " this" : shown)));
        }
    }

    /** A key that could not be read stands at its default: what the rules say of it would mislead. */
    private void addRules(CurlewConfig config) {
        Set<String> unread = problems.stream().map(ConfigProblem::key).collect(Collectors.toSet());
        ConfigRules.check(config, this::source).stream()
                .filter(problem -> !unread.contains(problem.key()))
                .forEach(problems::add);
    }

    static String quoted(String key, Object value) {
        return Secrets.isSecret(key) ? Secrets.MASK : "\"" + Secrets.show(key, value) + "\"";
    }

    /** The values that are worked out: the node's id from the host name, no Redis where none is spoken of, the node itself among the members. */
    private void fillIn() {
        if ("".equals(values.get("node.id"))) {
            values.put("node.id", hostName());
        }
        // Where single chats are in MySQL too, saying nothing of Redis means that there is none.
        if ("mysql".equalsIgnoreCase(String.valueOf(values.get("store.single")))
                && given.keySet().stream().noneMatch(key -> key.startsWith("redis."))) {
            values.put("redis.addr", "");
        }
        String self = values.get("cluster.host") + ":" + values.get("cluster.port");
        List<Object> members = new ArrayList<>((List<?>) values.get("cluster.members"));
        if (!members.contains(self)) {
            members.add(0, self);
        }
        values.put("cluster.members", members);
    }

    private static String hostName() {
        try {
            String name = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
            return name.replaceAll("\\..*", "").replaceAll("[^a-z0-9-]", "-").replaceAll("^-+", "");
        } catch (UnknownHostException e) {
            return "";
        }
    }

    private CurlewConfig bind() {
        Map<String, Object> tree = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            int dot = key.indexOf('.');
            if (dot < 0) {
                tree.put(key, value);
            } else {
                section(tree, key.substring(0, dot)).put(key.substring(dot + 1), value);
            }
        });
        return MAPPER.convertValue(tree, CurlewConfig.class);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> section(Map<String, Object> tree, String name) {
        return (Map<String, Object>) tree.computeIfAbsent(name, ignored -> new LinkedHashMap<String, Object>());
    }

    private String source(String key) {
        Given one = given.get(key);
        return one == null ? "default" : one.source();
    }

    private static String defaultsText() {
        try (InputStream in = ConfigLoader.class.getResourceAsStream(DEFAULTS)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.curlew.boot;

import dev.curlew.config.ConfigLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options every command has that reads the configuration. */
final class ConfigOptions {

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "YAML file; without it $CURLEW_CONFIG, without both the defaults and the environment.")
    private Path file;

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "One setting, as redis.addr=10.0.0.5:6379; wins over the environment and the file.")
    private List<String> assignments = new ArrayList<>();

    ConfigLoader.Loaded load(Map<String, String> environment) {
        String named = environment.getOrDefault("CURLEW_CONFIG", "");
        Path from = file == null && !named.isBlank() ? Path.of(named) : file;
        return ConfigLoader.loadWithSources(from, environment, assignments);
    }
}

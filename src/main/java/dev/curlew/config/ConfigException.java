package dev.curlew.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used; carries every problem found, so that all can be put right at once. */
public final class ConfigException extends RuntimeException {

    private final transient List<ConfigProblem> problems;

    public ConfigException(List<ConfigProblem> problems) {
        super(text(problems), null, false, false);
        this.problems = List.copyOf(problems);
    }

    public List<ConfigProblem> problems() {
        return problems;
    }

    private static String text(List<ConfigProblem> problems) {
        String count = problems.size() == 1 ? "1 problem" : problems.size() + " problems";
        return problems.stream()
                .map(problem -> "  " + problem)
                .collect(Collectors.joining("\n", "The configuration has " + count + ":\n", ""));
    }
}

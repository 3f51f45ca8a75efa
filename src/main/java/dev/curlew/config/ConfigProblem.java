package dev.curlew.config;

/** One thing wrong with the configuration.
 *
 * @param key the full key, as {@code redis.addr}; empty when the file as a whole is meant
 * @param source where the value came from: {@code file:line}, an environment variable, {@code --set} or {@code defaults}
 * @param text what is wrong and how it is put right; never the value of a secret */
public record ConfigProblem(String key, String source, String text) {

    @Override
    public String toString() {
        if (key.isEmpty()) {
            return source + ": " + text;
        }
        return source.isEmpty() ? key + ": " + text : key + " (" + source + "): " + text;
    }
}

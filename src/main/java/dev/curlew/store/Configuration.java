package dev.curlew.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What administrators set for the whole installation, as records. */
public final class Configuration {

    private Configuration() {}

    /**
     * A system parameter.
     *
     * @param updatedAt milliseconds
     */
    public record Parameter(String name, String value, long updatedAt) {}

    /** A dictionary with its entries in their order. */
    public record Dictionary(String type, String name, List<Entry> entries, long updatedAt) {

        /** The entry of a value, also one that is not offered any more. */
        public Optional<Entry> entry(String value) {
            return entries.stream().filter(entry -> entry.value().equals(value)).findFirst();
        }
    }

    /**
     * An entry of a dictionary.
     *
     * @param label what people read
     * @param disabled not offered any more
     */
    public record Entry(String value, String label, boolean disabled) {}

    /**
     * How a service outside is reached.
     *
     * @param secrets never shown or logged
     */
    public record ThirdParty(String name, Map<String, String> settings, Map<String, String> secrets, long updatedAt) {

        /** A setting or a secret; empty where it was not set. */
        public String value(String key) {
            return settings.getOrDefault(key, secrets.getOrDefault(key, ""));
        }

        @Override
        public String toString() {
            return "ThirdParty[" + name + ", " + settings + ", secrets " + secrets.keySet() + "]";
        }
    }

    /** What an enterprise's code lets people do. */
    public enum Mode {
        /** Register and log in. */
        OPEN("open"),
        /** Log in only. */
        LOGIN("login");

        private final String code;

        Mode(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }

        /** Empty for a text that is none. */
        public static Optional<Mode> of(String code) {
            for (Mode mode : values()) {
                if (mode.code.equals(code)) {
                    return Optional.of(mode);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * A company and the tenant its people are in.
     *
     * @param code in lower case
     * @param updatedAt milliseconds
     */
    public record Enterprise(String code, String tenant, String name, Mode mode, boolean disabled, long updatedAt) {}
}

package dev.curlew.domain;

import java.util.Locale;
import java.util.Optional;

/**
 * What was found about a message before it was stored.
 *
 * @param risk a risk hook has flagged it
 * @param held it waits for a review: until then only its sender sees it
 */
public record Review(boolean risk, boolean held) {

    public static final Review PASS = new Review(false, false);

    /** {@code audit_status} to begin with. */
    public String status() {
        return held ? "pending" : "pass";
    }

    /** Which messages wait. */
    public enum Mode {
        /** None. */
        OFF,
        /** Those of users. */
        ALL,
        /** Those of users that are flagged. */
        RISK;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Empty for a word that names none, or null. */
        public static Optional<Mode> named(String word) {
            for (Mode mode : values()) {
                if (mode.wire().equals(word)) {
                    return Optional.of(mode);
                }
            }
            return Optional.empty();
        }
    }
}

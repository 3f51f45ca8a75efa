package dev.curlew.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a misspelt one probably stands for. */
public final class DidYouMean {

    private DidYouMean() {}

    /** The ending of a message about an unknown name: the nearest known one, or nothing when none is near. */
    public static String ending(String name, Collection<String> known) {
        return nearest(name, known).map(DidYouMean::ending).orElse("");
    }

    static String ending(String known) {
        return "; did you mean " + known + "?";
    }

    static Optional<String> nearest(String name, Collection<String> known) {
        int allowed = Math.max(2, name.length() / 4);
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
                .filter(best -> distance(name, best) <= allowed);
    }

    /** Edit distance with single insertions, deletions and replacements. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}

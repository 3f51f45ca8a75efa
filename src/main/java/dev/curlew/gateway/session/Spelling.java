package dev.curlew.gateway.session;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody may have meant. */
final class Spelling {

    private static final int FAR = 3;

    private Spelling() {}

    /** The known word that differs by one or two letters, and by less than half of them. */
    static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .filter(other -> Math.abs(other.length() - word.length()) < FAR)
                .filter(other -> distance(word, other) < Math.min(FAR, (other.length() + 1) / 2))
                .min(Comparator.comparingInt(other -> distance(word, other)));
    }

    /** Letters to add, drop, change or swap with their neighbour. */
    private static int distance(String one, String other) {
        int[][] steps = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : least(steps, one, other, i, j);
            }
        }
        return steps[one.length()][other.length()];
    }

    private static int least(int[][] steps, String one, String other, int i, int j) {
        int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int least = Math.min(steps[i - 1][j - 1] + change, Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
        boolean swapped =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return swapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
    }
}

package dev.curlew.bench;

import java.time.Duration;
import java.util.List;

/** One thing that is measured. */
interface Part {

    /**
     * How long and how large.
     *
     * @param pairs measures of each kind
     * @param seconds of one measure
     * @param warmUp seconds before the first one, in which the virtual machines compile what is used
     * @param sizes online members of the groups that are fanned out to
     * @param large members of the largest group
     */
    record Plan(int pairs, int seconds, int warmUp, List<Integer> sizes, int large) {

        long ms() {
            return Duration.ofSeconds(seconds).toMillis();
        }

        long warmUpMs() {
            return Duration.ofSeconds(warmUp).toMillis();
        }
    }

    String name();

    /** Nodes it needs. */
    int nodes();

    List<Row> run(Bed bed, Plan plan);
}

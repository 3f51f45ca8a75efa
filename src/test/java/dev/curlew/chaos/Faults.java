package dev.curlew.chaos;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** All faults there are, by number. A row of the fault table may have several; 0 is for what is none of its rows. */
public final class Faults {

    private static final List<Fault> ALL = Stream.of(
                    NodeFaults.all(),
                    RedisFaults.all(),
                    MysqlFaults.all(),
                    MongoFaults.all(),
                    KafkaFaults.all(),
                    PartitionFaults.all(),
                    List.of(new SlowReaders(), new SameIdAgain(), new AccessEnded()),
                    SequencerFaults.all(),
                    List.of(new GroupStepFaults(), new FloodFault()))
            .<Fault>flatMap(List::stream)
            .toList();

    private Faults() {}

    /** @param numbers empty for all @throws IllegalArgumentException when there is none of a number */
    public static List<Fault> of(Set<Integer> numbers) {
        for (int number : numbers) {
            if (ALL.stream().noneMatch(fault -> fault.number() == number)) {
                throw new IllegalArgumentException("No such fault: " + number);
            }
        }
        return ALL.stream()
                .filter(fault -> numbers.isEmpty() || numbers.contains(fault.number()))
                .toList();
    }

    /** A fault without state of its own. */
    record Simple(int number, String name, Injection injection) implements Fault {

        @Override
        public void inject(Env env, Random random) {
            injection.inject(env, random);
        }
    }

    /** The same, for which the short form has no time: another fault of it comes close. */
    record Long(int number, String name, Injection injection) implements Fault {

        @Override
        public void inject(Env env, Random random) {
            injection.inject(env, random);
        }

        @Override
        public boolean longOnly() {
            return true;
        }
    }

    /** What such a fault does. */
    interface Injection {
        void inject(Env env, Random random);
    }
}

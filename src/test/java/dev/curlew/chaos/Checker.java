package dev.curlew.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Judges a journal. Each check reports on its own; {@link SelfTest} shows that each one can fail. */
public final class Checker {

    private static final List<BiConsumer<Facts, Report>> CHECKS = List.of(
            AckChecks::run,
            ContentChecks::run,
            ChangeChecks::run,
            OrderChecks::run,
            DeliveryChecks::run,
            LevelChecks::run,
            SessionChecks::run,
            MembershipChecks::run,
            RecoveryChecks::run,
            AnswerChecks::run);

    private Checker() {}

    public static List<Finding> check(Journal journal) {
        Facts facts = new Facts(journal);
        Report report = new Report();
        CHECKS.forEach(check -> check.accept(facts, report));
        return report.findings;
    }

    /** Collects findings. */
    static final class Report {
        private final List<Finding> findings = new ArrayList<>();

        void add(Finding.Kind kind, String detail) {
            findings.add(new Finding(kind, detail));
        }
    }
}

package dev.curlew;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The boundaries between packages that {@code docs/design.md} states. */
class ArchitectureTest {

    private static final String[] GROUND = {"protocol", "domain"};
    private static final Path SOURCES = Path.of("src/main");
    /** They wait off the event loops, on a thread of their own or a worker: Kafka's clients block by design. */
    private static final String OWN_THREADS = "dev\\.curlew\\.store\\.kafka\\.(BatchConsumer|TopicAdmin)";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.curlew");

    @Test
    void theGroundKnowsNothingElseOfOurs() {
        check(List.of(GROUND), GROUND);
        check(List.of("config"), "config");
        check(List.of("ops"), "ops", "protocol", "domain", "config");
        check(List.of("vendor"), "vendor", "ops", "protocol", "domain", "config");
    }

    @Test
    void storesKnowNobodyAboveThem() {
        check(List.of("store"), "store", "ops", "protocol", "domain", "config");
    }

    @Test
    void verticlePackagesDoNotKnowEachOther() {
        for (String verticle : List.of("sequencer", "persistence", "fanout")) {
            check(List.of(verticle), verticle, "store", "ops", "protocol", "domain", "config");
        }
        check(List.of("push"), "push", "vendor", "store", "ops", "protocol", "domain", "config");
        check(List.of("gateway"), "gateway", "api", "store", "ops", "protocol", "domain", "config");
    }

    @Test
    void apiDoesNotKnowTheGateway() {
        check(List.of("api"), "api", "vendor", "store", "ops", "protocol", "domain", "config");
    }

    /** A gateway knows the sessions it holds; who else is a member is no business of a process. */
    @Test
    @Requirement({"A-097", "A-244"})
    void gatewaysDoNotReadWhoIsInAGroup() {
        noClasses()
                .that()
                .resideInAPackage("dev.curlew.gateway..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.curlew.store.group..", "dev.curlew.store.mysql..")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        // Protocol records carry domain values, and domain values fail with protocol's refusals.
        slices().matching("dev.curlew.(*)..")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(resideInAnyPackage(in(GROUND)), resideInAnyPackage(in(GROUND)))
                .check(CLASSES);
    }

    @Test
    void nobodyWaitsOutsideBoot() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.curlew.boot..")
                .and()
                .haveNameNotMatching(OWN_THREADS)
                .should()
                .callMethodWhere(blocking())
                .because("an event loop that waits delays every socket on it")
                .check(CLASSES);
    }

    /** Tenants share one Redis: a key made by hand could miss its tenant. */
    @Test
    @Requirement("A-263")
    void redisKeysAreBuiltInOneClass() throws IOException {
        Pattern key =
                Pattern.compile("\"[^\"]*\\b(im:|presence:(user|node)|MSG_CACHE|MALLOC_SEQ|SEQ_USER_READ|CONVERSATION_|"
                        + "CHANGES:|UNCOUNTED|HEAD:|push:dedup)");
        assertThat(filesWith(SOURCES.resolve("java"), key)).containsExactly("RedisKeys.java");
        assertThat(filesWith(SOURCES.resolve("resources/redis"), Pattern.compile("['\"]im:")))
                .as("scripts are handed their keys")
                .isEmpty();
    }

    private static List<String> filesWith(Path folder, Pattern text) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            if (text.matcher(Files.readString(file)).find()) {
                found.add(file.getFileName().toString());
            }
        }
        return found;
    }

    /** Of our own classes those in {@code from} depend on {@code allowed} only. Packages may still be empty. */
    private static void check(List<String> from, String... allowed) {
        classes()
                .that()
                .resideInAnyPackage(in(from.toArray(String[]::new)))
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("dev.curlew..")).or(resideInAnyPackage(in(allowed))))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaMethodCall> blocking() {
        return DescribedPredicate.describe("sleeps or waits for a future", call -> {
            String name = call.getTarget().getName();
            JavaClass owner = call.getTarget().getOwner();
            return owner.isEquivalentTo(Thread.class) && Set.of("sleep", "join").contains(name)
                    || owner.isAssignableTo(java.util.concurrent.Future.class)
                            && Set.of("get", "join").contains(name)
                    || owner.isAssignableTo(Future.class) && name.equals("await");
        });
    }

    private static String[] in(String... names) {
        return Stream.of(names).map(name -> "dev.curlew." + name + "..").toArray(String[]::new);
    }
}

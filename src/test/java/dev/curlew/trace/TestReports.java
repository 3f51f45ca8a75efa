package dev.curlew.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What the JUnit XML reports say: class → method → outcome of each of its runs. */
final class TestReports {

    /** How a test ended; a later constant outweighs an earlier one when runs differ. */
    enum Outcome {
        NOT_RUN,
        PASSED,
        SKIPPED,
        FAILED
    }

    private final Map<String, Map<String, List<Outcome>>> runs = new HashMap<>();

    /** Reads {@code TEST-*.xml} of each folder; a folder that does not exist has none. */
    static TestReports read(List<Path> folders) throws IOException {
        TestReports reports = new TestReports();
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                reports.addFolder(folder);
            }
        }
        return reports;
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    private void addFolder(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> listing = Files.list(folder)) {
            files = listing.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            NodeList cases = parse(file).getElementsByTagName("testcase");
            for (int i = 0; i < cases.getLength(); i++) {
                addCase((Element) cases.item(i));
            }
        }
    }

    private void addCase(Element testCase) {
        add(testCase.getAttribute("classname"), methodOf(testCase.getAttribute("name")), outcomeOf(testCase));
    }

    void add(String className, String method, Outcome outcome) {
        runs.computeIfAbsent(className, any -> new HashMap<>())
                .computeIfAbsent(method, any -> new ArrayList<>())
                .add(outcome);
    }

    /** The worst of all runs of the method, or of the whole class when the method is empty. */
    Outcome outcome(String className, String method) {
        Map<String, List<Outcome>> ofClass = runs.getOrDefault(className, Map.of());
        // A case without a name stands for the class: its set-up failed, or all of it was skipped.
        Stream<Outcome> relevant = ofClass.entrySet().stream()
                .filter(entry -> method.isEmpty()
                        || entry.getKey().isEmpty()
                        || entry.getKey().equals(method))
                .flatMap(entry -> entry.getValue().stream());
        return relevant.reduce(Outcome.NOT_RUN, (one, other) -> one.compareTo(other) >= 0 ? one : other);
    }

    /** {@code sends(int)[2]}, {@code sends{Vertx}} and {@code sends[1] text} are all runs of {@code sends}. */
    static String methodOf(String name) {
        return name.replaceFirst("[({\\[ ].*", "");
    }

    private static Outcome outcomeOf(Element testCase) {
        if (has(testCase, "failure") || has(testCase, "error")) {
            return Outcome.FAILED;
        }
        return has(testCase, "skipped") ? Outcome.SKIPPED : Outcome.PASSED;
    }

    private static boolean has(Element testCase, String child) {
        return testCase.getElementsByTagName(child).getLength() > 0;
    }

    private static Document parse(Path file) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return factory.newDocumentBuilder().parse(file.toFile());
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException("Not a JUnit report: " + file, e);
        }
    }
}

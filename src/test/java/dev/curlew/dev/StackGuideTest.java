package dev.curlew.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StackGuideTest {

    @Test
    void theReadmeShowsTheLinesThatArePrinted() throws Exception {
        String lines = StackGuide.fiveLines("http://localhost:8080", "http://localhost:8080");
        assertThat(lines.lines()).hasSize(5);
        assertThat(Files.readString(Path.of("README.md"))).contains("```sh\n" + lines + "\n```");
        assertThat(StackGuide.text(NodeAddress.development(1, Map.of()))).contains(lines);
    }

    @Test
    void aClusterIsShownThroughBothNodes() {
        List<NodeAddress> nodes = NodeAddress.development(2, Map.of());
        assertThat(StackGuide.text(nodes))
                .contains("api=http://localhost:8080/v1/im", "http://localhost:8090/v1/im/conv");
    }
}

package dev.curlew.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.curlew.protocol.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page at {@code /openapi.yaml} is a complete OpenAPI document. */
class OpenApiTest {

    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([^}]+)}");
    private static JsonNode page;

    @BeforeAll
    static void load() throws IOException {
        try (InputStream in = OpenApiTest.class.getResourceAsStream("/openapi.yaml")) {
            page = new YAMLMapper().readTree(in);
        }
    }

    @Test
    void isVersion31() {
        assertThat(page.path("openapi").asText()).isEqualTo("3.1.0");
        assertThat(page.at("/info/title").asText()).isNotEmpty();
        assertThat(page.at("/info/version").asText()).isNotEmpty();
    }

    @Test
    void everyCallHasAUniqueNameAndDescribedResponses() {
        Set<String> names = new HashSet<>();
        forEachCall((path, call) -> {
            String name = call.path("operationId").asText();
            assertThat(name).as(path).isNotEmpty();
            assertThat(names.add(name)).as("used once: %s", name).isTrue();
            assertThat(call.path("responses")).as(path).isNotEmpty();
            for (JsonNode response : call.path("responses")) {
                assertThat(resolve(response).path("description").asText())
                        .as(path)
                        .isNotEmpty();
            }
        });
        assertThat(names).contains("login", "sendMessage", "pullMessages", "issueToken");
    }

    @Test
    void everyPathParameterIsDescribed() {
        forEachCall((path, call) -> {
            List<String> described = new ArrayList<>();
            for (JsonNode reference : call.path("parameters")) {
                JsonNode parameter = resolve(reference);
                if (parameter.path("in").asText().equals("path")) {
                    described.add(parameter.path("name").asText());
                }
            }
            assertThat(described)
                    .as(path)
                    .containsExactlyInAnyOrderElementsOf(PATH_PARAMETER
                            .matcher(path)
                            .results()
                            .map(found -> found.group(1))
                            .toList());
        });
    }

    @Test
    void everyReferenceResolves() {
        List<JsonNode> references = page.findValues("$ref");
        assertThat(references).hasSizeGreaterThan(50);
        for (JsonNode reference : references) {
            assertThat(target(reference.asText()).isMissingNode())
                    .as(reference.asText())
                    .isFalse();
        }
    }

    @Test
    void everyRequiredFieldIsDescribed() {
        page.at("/components/schemas").fields().forEachRemaining(schema -> {
            for (JsonNode required : schema.getValue().path("required")) {
                assertThat(schema.getValue().path("properties").has(required.asText()))
                        .as("%s.%s", schema.getKey(), required.asText())
                        .isTrue();
            }
        });
    }

    @Test
    void exampleErrorsAreRealOnes() {
        page.at("/components/responses").fields().forEachRemaining(response -> {
            JsonNode example = response.getValue().at("/content/application~1json/example");
            ErrorCode code = Stream.of(ErrorCode.values())
                    .filter(known -> known.code() == example.path("code").asInt())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("No such code in " + response.getKey()));
            assertThat(example.path("error").asText()).isEqualTo(code.error());
            assertThat(example.path("retryable").asBoolean()).isEqualTo(code.retryable());
        });
    }

    private static void forEachCall(BiConsumer<String, JsonNode> check) {
        page.path("paths")
                .fields()
                .forEachRemaining(path -> path.getValue().forEach(call -> check.accept(path.getKey(), call)));
    }

    private static JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? target(node.path("$ref").asText()) : node;
    }

    private static JsonNode target(String reference) {
        assertThat(reference).startsWith("#/");
        return page.at(reference.substring(1));
    }
}

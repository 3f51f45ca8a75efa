package dev.curlew.sequencer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a reminder may show of each kind of message. */
class PreviewTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "101|text|hello|hello",
                "106|text|@bob hello|@bob hello",
                "114|text|yes|yes",
                "116|text|rich|rich",
                "115|emoji|smile|smile",
                "102|url|https://example.com/a.jpg|[Image]",
                "103|url|https://example.com/a.m4a|[Voice]",
                "104|url|https://example.com/a.mp4|[Video]",
                "105|name|plan.pdf|[File] plan.pdf",
                "107|title|Alice and Bob|[Chat history] Alice and Bob",
                "108|nickname|Carol|[Contact] Carol",
                "109|description||[Location]",
                "110|description|An order|An order",
            })
    void showsTextOrKind(int type, String field, String value, String expected) {
        assertThat(Preview.of(message(type, field, value == null ? "" : value))).isEqualTo(expected);
    }

    @Test
    void isNullWhereThereIsNothingToShow() {
        assertThat(Preview.of(message(110, "data", "x"))).isNull();
        assertThat(Preview.of(message(101, "text", "  "))).isNull();
        assertThat(Preview.of(message(999, "text", "x"))).isNull();
        assertThat(Preview.of(message(101, "not json"))).isNull();
    }

    @Test
    void isCutAtAHundredAndNeverInsideAPair() {
        assertThat(Preview.of(message(101, "text", "x".repeat(100)))).isEqualTo("x".repeat(100));
        assertThat(Preview.of(message(101, "text", "x".repeat(101)))).isEqualTo("x".repeat(100));
        assertThat(Preview.of(message(101, "text", "😀".repeat(80)))).isEqualTo("😀".repeat(50));
        assertThat(Preview.of(message(101, "text", "x" + "😀".repeat(80)))).isEqualTo("x" + "😀".repeat(49));
    }

    private static Message message(int type, String field, String value) {
        return message(type, Json.text(Json.object().put(field, value)));
    }

    private static Message message(int type, String content) {
        return new Message(
                "demo", "si_1_2", 1, 1, "m1", "id", 1, 2, "Alice", "", 5, 100, type, content, "", 0, 0, Map.of(),
                List.of(), false, null, null, "", "", null);
    }
}

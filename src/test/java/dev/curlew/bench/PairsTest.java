package dev.curlew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.Json;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairsTest {

    private static JsonNode measure(long deliveries, long generatorMs, long strangersMs, long backwards) {
        return Json.object()
                .put("seconds", 1.0)
                .put("deliveries", deliveries)
                .put("generator_ms", generatorMs)
                .put("strangers_ms", strangersMs)
                .put("server_ms", 900)
                .put("backwards", backwards);
    }

    @Test
    void aPairWithASaturatedGeneratorOrAStrangerIsMeasuredAgain() {
        Iterator<JsonNode> ours = List.of(
                        measure(999, 900, 0, 0),
                        measure(200, 500, 0, 0),
                        measure(888, 500, 100_000, 0),
                        measure(400, 500, 0, 0))
                .iterator();
        Pairs pairs = Pairs.measure(2, ours::next, () -> measure(100, 100, 0, 0));
        assertThat(pairs.ratios(Pairs::rate)).containsExactly(2.0, 4.0);
        assertThat(pairs.ours(Pairs::rate)).isEqualTo(300);
        assertThat(pairs.reference(Pairs::cost)).isEqualTo(9_000);
        assertThat(pairs.tooFew()).isNull();
        assertThat(pairs.droppedNote()).contains("dropped 2");
    }

    @Test
    void withTooFewItIsNotValidAndWithALossItIsMissed() {
        Pairs busy = Pairs.measure(2, () -> measure(100, 900, 0, 0), () -> measure(100, 100, 0, 0));
        Row none = Row.of("R", "", "", "", busy.ratios(Pairs::rate), Row.atLeast(1), Row.atLeast(3), "")
                .invalid(busy.tooFew());
        assertThat(none.valid()).isFalse();
        assertThat(none.verdict()).startsWith("not valid");

        Pairs lossy = Pairs.measure(1, () -> measure(900, 100, 0, 1), () -> measure(100, 100, 0, 0));
        Row lost = Row.of("R", "", "", "", lossy.ratios(Pairs::rate), Row.atLeast(1), Row.atLeast(3), "")
                .lost(lossy.losses());
        assertThat(lost.valid()).isTrue();
        assertThat(lost.passed()).isFalse();
        assertThat(lost.verdict()).startsWith("missed: 1 out of order");
    }

    @Test
    void theMedianIsJudged() {
        Row row = Row.of("R", "", "", "", List.of(1.1, 9.0, 2.0), Row.atLeast(1), Row.atLeast(3), "");
        assertThat(row.value()).isEqualTo(2.0);
        assertThat(row.verdict()).isEqualTo("pass");
        assertThat(row.spread()).containsExactly(1.1, 9.0);
        assertThat(Row.of("R", "", "", "", List.of(3.0), Row.atLeast(1), Row.atLeast(3), "")
                        .verdict())
                .isEqualTo("goal");
        assertThat(Row.of("R", "", "", "", List.of(3.0), Row.atMost(1), Row.atMost(0.2), "")
                        .verdict())
                .isEqualTo("missed");
    }
}

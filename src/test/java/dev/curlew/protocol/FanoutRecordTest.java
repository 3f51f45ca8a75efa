package dev.curlew.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.DeliveryBatch.GroupDelivery;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FanoutRecordTest {

    private static final String FRAME = "{\"event\":\"message\",\"data\":{\"text\":\"zażółć }]\\\" 你好\"}}";

    private static FanoutRecord record(String session, Line line, Set<Long> silent, List<Long> also, boolean ends) {
        return new FanoutRecord(
                "node-a",
                new GroupDelivery(
                        "demo",
                        7,
                        "sg_7",
                        12,
                        new Cause(3, session, null),
                        line,
                        FRAME.getBytes(StandardCharsets.UTF_8),
                        silent,
                        also,
                        ends));
    }

    @Test
    void whatIsReadIsWhatWasWritten() {
        for (FanoutRecord one : List.of(
                record(null, null, Set.of(), List.of(), false),
                record("s1", Line.change(4), Set.of(1L, 2L), List.of(9L), true))) {
            FanoutRecord read = FanoutRecord.decode(one.encode());
            assertThat(read).usingRecursiveComparison().isEqualTo(one);
            assertThat(new String(read.delivery().frame(), StandardCharsets.UTF_8))
                    .isEqualTo(FRAME);
        }
    }

    @Test
    void itIsOneJsonObject() {
        JsonNode json = Json.read(record(null, null, Set.of(), List.of(), false).encode(), JsonNode.class);
        assertThat(json.path("tenant").asText()).isEqualTo("demo");
        assertThat(json.path("topic").asText()).isEqualTo("grp_7");
        assertThat(json.path("seq").asLong()).isEqualTo(12);
        assertThat(json.path("origin").asText()).isEqualTo("node-a");
        assertThat(json.path("frame").path("event").asText()).isEqualTo("message");
    }

    @Test
    void whatIsNoneIsRefused() {
        String good = new String(record(null, null, Set.of(), List.of(), false).encode(), StandardCharsets.UTF_8);
        for (String bad : List.of(
                "",
                "[]",
                "{}",
                "nonsense",
                good.replace("\"sg_7\"", "\"sg_8\""),
                good.replace("\"tenant\"", "\"somebody\""))) {
            assertThatThrownBy(() -> FanoutRecord.decode(bad.getBytes(StandardCharsets.UTF_8)))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}

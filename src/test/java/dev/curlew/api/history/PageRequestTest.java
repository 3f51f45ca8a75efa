package dev.curlew.api.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageRequestTest {

    private static PageRequest request(String ranges, int limit) {
        String json = "{\"ranges\":" + ranges + ",\"limit\":" + limit + "}";
        return PageRequest.of(Json.parseObject(json.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[[5,7],[1,3]]              | 50 | 1-3 5-7   | false",
                "[[1,4],[3,6],[2,2]]        | 50 | 1-6       | false",
                "[[1,2],[3,4]]              | 50 | 1-4       | false",
                "[[4,4],[4,4]]              | 50 | 4-4       | false",
                "[[1,9007199254740991]]     | 50 | 1-20      | false",
                "[[1,10]]                   | 10 | 1-10      | false",
                "[[1,11]]                   | 10 | 1-10      | true",
                "[[15,20],[1,10]]           | 10 | 1-10      | true",
                "[[15,20],[1,5]]            | 10 | 1-5 15-19 | true",
                "[[1,10],[21,99]]           | 10 | 1-10      | false",
                "[[0,0],[30,40]]            | 10 | ''        | false",
                "[]                         | 10 | ''        | false"
            })
    void rangesAscendHoldEachNumberOnceAndSayWhenTheyWereCut(String ranges, int limit, String spans, boolean cut) {
        PageRequest.Spans found = request(ranges, limit).spans(1, 20);
        assertThat(found.spans().stream()
                        .map(span -> span.from() + "-" + span.to())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(spans);
        assertThat(found.cut()).isEqualTo(cut);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[[3,1]]", "[[1]]", "[1,2]", "{}", "[[1,9007199254740992]]", "[[-1,2]]", "[[1.5,2]]"})
    void otherRangesAreRefused(String ranges) {
        assertThatThrownBy(() -> request(ranges, 10))
                .isInstanceOf(ApiException.class)
                .hasMessageStartingWith("ranges ");
    }
}

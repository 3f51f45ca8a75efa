package dev.curlew.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "x-UTF-16LE-BOM"})
    void onlyUtf8IsRead(String charset) {
        byte[] body = "{\"account\":\"alice\"}".getBytes(Charset.forName(charset));
        assertThatThrownBy(() -> Json.parseObject(body))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_JSON));
    }

    @Test
    void utf8IsReadAsItIs() {
        byte[] body = "{\"a\":\"é漢🐦\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(Json.parseObject(body).path("a").asText()).isEqualTo("é漢🐦");
    }
}

package dev.curlew.vendor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The signature of a webhook call is the HMAC-SHA256 anybody would compute over time, dot and body. */
class SignatureTest {

    private final Signature signature = new Signature("0123456789abcdef");

    @Test
    void isWhatOtherToolsCompute() {
        // printf '1700000000000.{"id":"1"}' | openssl dgst -sha256 -hmac 0123456789abcdef
        assertThat(signature.of(1_700_000_000_000L, bytes("{\"id\":\"1\"}")))
                .isEqualTo("sha256=fe32c97970d947a563a25e56dd5679a614d742a0b24cd19fad1ff7223363dbfb");
    }

    @Test
    void changesWithTimeBodyAndKey() {
        String first = signature.of(1, bytes("a"));
        assertThat(signature.of(1, bytes("a"))).isEqualTo(first);
        assertThat(signature.of(2, bytes("a"))).isNotEqualTo(first);
        assertThat(signature.of(1, bytes("b"))).isNotEqualTo(first);
        assertThat(new Signature("another").of(1, bytes("a"))).isNotEqualTo(first);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

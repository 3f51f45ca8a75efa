package dev.curlew.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

    private static final List<String> KNOWN = List.of("login", "ping", "presence", "pull", "read", "send", "seqs");

    @ParameterizedTest
    @CsvSource({"sned,send", "SEND,", "sendd,send", "pul,pull", "presense,presence", "logn,login", "x,", "subscribe,"})
    void aNeighbourIsFoundAndAStrangerIsNot(String word, String near) {
        assertThat(Spelling.nearest(word, KNOWN).orElse(null)).isEqualTo(near);
    }
}

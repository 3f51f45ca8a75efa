package dev.curlew.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckerTest {

    @Test
    void findsExactlyWhatWasPlanted() {
        assertThat(SelfTest.run()).isEmpty();
        assertThat(SelfTest.planted()).isEqualTo(Finding.Kind.values().length);
    }
}

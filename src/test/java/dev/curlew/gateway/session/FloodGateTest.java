package dev.curlew.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FloodGateTest {

    private static final long START = 1_000_000;

    /** Refuses until told to stop; what each refused request was told to wait, in milliseconds. */
    private static long[] refused(FloodGate gate, int count) {
        long[] waits = new long[count];
        int at = 0;
        while (at < count) {
            if (!gate.admit(START)) {
                waits[at++] = gate.retryAfterMs();
            }
        }
        return waits;
    }

    @Test
    void whoWaitsAsLongAsToldIsAdmitted() {
        FloodGate gate = new FloodGate(100, START);
        long[] waits = refused(gate, 300);
        for (long wait : waits) {
            assertThat(gate.admit(START + wait)).as("after %d ms", wait).isTrue();
        }
    }

    @Test
    void theWaitIsNeitherTooShortForATimerNorWithoutEnd() {
        FloodGate gate = new FloodGate(100, START);
        assertThat(refused(gate, 1)[0]).isEqualTo(50);
        assertThat(refused(gate, 5_000)[4_999]).isEqualTo(10_000);
    }

    @Test
    void whatWasRefusedLongAgoIsForgotten() {
        FloodGate gate = new FloodGate(10, START);
        refused(gate, 50);
        for (int i = 0; i < 20; i++) {
            assertThat(gate.admit(START + 60_000)).isTrue();
        }
        assertThat(gate.admit(START + 60_000)).isFalse();
        assertThat(gate.retryAfterMs()).isEqualTo(100);
    }
}

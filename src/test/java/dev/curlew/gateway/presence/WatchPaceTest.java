package dev.curlew.gateway.presence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WatchPaceTest {

    @Test
    void fewUsersAreAskedForEveryTwoSecondsAndManyAtTheHeartbeatsPace() {
        WatchPace pace = WatchPace.of(30_000);
        assertThat(pace.due(2_000, 1_999)).isFalse();
        assertThat(pace.due(2_000, 2_000)).isTrue();
        assertThat(pace.due(2_001, 7_499)).isFalse();
        assertThat(pace.due(2_001, 7_500)).isTrue();
    }

    @Test
    void aShortHeartbeatIsNotSlowedDown() {
        WatchPace pace = WatchPace.of(400);
        assertThat(pace.due(1, 99)).isFalse();
        assertThat(pace.due(1, 100)).isTrue();
        assertThat(WatchPace.of(40).due(1, 49)).isFalse();
    }
}
